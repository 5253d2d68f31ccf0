-- One row for a charge, whoever learns of it first: the request that made it, or whoever looked it up afterwards.
CREATE TABLE payments (
    charge_id    uuid PRIMARY KEY,
    order_id     bigint      NOT NULL REFERENCES orders,
    amount_cents bigint      NOT NULL CHECK (amount_cents > 0),
    paid_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Charges that did not reach the acquirer they were meant for. Their next attempt goes another way.
CREATE TABLE undelivered_charges (
    charge_key text PRIMARY KEY,
    failed_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);
