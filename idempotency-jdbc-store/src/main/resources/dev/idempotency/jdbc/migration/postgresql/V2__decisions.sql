-- What operators and webhooks have decided about records by hand. It outlives the records, and nothing removes it.
--
-- To run this by hand, put the name of the table (default: idempotency_record_decision) in the place of ${decisions}, with
-- its schema, and the name of the table of records without its schema in the place of ${name}.

CREATE TABLE IF NOT EXISTS ${decisions} (
    scope       varchar(255) COLLATE "C" NOT NULL,
    -- The first digits of the key's SHA-256; null when it was about a whole scope.
    key_hash    varchar(8),
    action      varchar(32)  NOT NULL,
    decided_by  varchar(255) NOT NULL,
    decided_why varchar(255) NOT NULL,
    decided_at  timestamptz  NOT NULL,
    -- Which step of the key, or which action of the scope, it was about; null when it was about a record or a whole scope.
    subject     varchar(255)
);

CREATE INDEX IF NOT EXISTS "${name}_decision_scope" ON ${decisions} (scope, decided_at);
