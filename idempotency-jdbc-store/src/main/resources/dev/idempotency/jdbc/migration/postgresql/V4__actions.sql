-- What was done once and for all, whatever key it was asked for under. It outlives the keys, and nothing removes it but the
-- decision of an operator.
--
-- To run this by hand, put the name of the table (default: idempotency_record_action) in the place of ${actions}, with its
-- schema, and the name of the table of records without its schema in the place of ${name}.

CREATE TABLE IF NOT EXISTS ${actions} (
    scope       varchar(255) COLLATE "C" NOT NULL,
    action      varchar(255) COLLATE "C" NOT NULL,
    done_at     timestamptz  NOT NULL,
    -- The first digits of the SHA-256 of the key under which it was done, if there was one.
    by_key_hash varchar(8),
    -- Of what was asked for: the same action with other content is told apart.
    fingerprint bytea        NOT NULL,
    -- What the application calls the effect.
    reference   varchar(255),

    CONSTRAINT "${name}_action_pkey" PRIMARY KEY (scope, action)
);
