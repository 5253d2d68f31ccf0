-- The provider's ledger: one charge for a key, and how often it was asked for. A charge that takes its time is written down when
-- it is asked for, and made when its time has come: the provider goes on, whatever becomes of who asked.
CREATE TABLE charges (
    id           uuid PRIMARY KEY     DEFAULT gen_random_uuid(),
    key          text        NOT NULL UNIQUE,
    order_id     bigint      NOT NULL,
    amount_cents bigint      NOT NULL,
    card         text        NOT NULL,
    requests     integer     NOT NULL DEFAULT 1,
    charged_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

CREATE INDEX charges_by_time ON charges (charged_at);
