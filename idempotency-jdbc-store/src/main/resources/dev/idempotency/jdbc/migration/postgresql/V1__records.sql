-- One row for each idempotency key and caller.
--
-- No CHECK constraints: Postgres reads their expressions anew for each statement that writes, which was a tenth of all that
-- it does for a request.
--
-- To run this by hand, put the name of the table (default: idempotency_record) in the place of the two placeholders:
-- ${table} with its schema, ${name} without.

CREATE TABLE IF NOT EXISTS ${table} (
    -- Compared byte by byte: keys are case-sensitive, and no change of the system's collations touches the index.
    scope              varchar(255) COLLATE "C" NOT NULL,
    key                varchar(255) COLLATE "C" NOT NULL,
    -- Grows with every run of a key; a write must name the token and owner that it was granted under.
    token              bigint       NOT NULL,
    lease_until        timestamptz  NOT NULL,
    created_at         timestamptz  NOT NULL,
    finished_at        timestamptz,
    expires_at         timestamptz  NOT NULL,
    -- When the reaper looks at the row: at its expiry; -infinity once it has been expired and kept.
    reap_at            timestamptz  NOT NULL,
    -- When somebody tries to find out about an unknown outcome: infinity for a dead letter, which waits for an
    -- operator; null for every row that is not unknown.
    reconcile_at       timestamptz,
    reconcile_attempts integer      NOT NULL DEFAULT 0,
    response_version   smallint,
    response_status    smallint,
    -- Whether the next request runs again what was lost; otherwise somebody finds out first.
    take_over          boolean      NOT NULL DEFAULT false,
    state              varchar(16)  NOT NULL,
    operation          varchar(255) NOT NULL,
    owner              varchar(255) NOT NULL,
    fingerprint        bytea        NOT NULL,
    last_error         varchar(255),
    -- Names and values by turns, in the order in which they were sent.
    response_headers   text[],
    response_body      bytea,
    -- When an unknown outcome was decided.
    decided_at         timestamptz,
    -- The token of the first run of this life of the key, once it has been run again; null while it is that of the row. Steps
    -- of an earlier life of the key have another one.
    generation         bigint,
    -- What no other run may work on at the same time; null for most rows, and again once the outcome is certain.
    entity             varchar(255) COLLATE "C",

    CONSTRAINT "${name}_pkey" PRIMARY KEY (scope, key)
) WITH (
    -- Room for the completed row beside the reserved one, so that a completion touches no index.
    fillfactor = 40,
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.05,
    toast.autovacuum_vacuum_scale_factor = 0.02
);

-- No index mentions the state or a column that a completion changes: every completion is a heap-only update. The entity is
-- the exception, for those records that have one.
CREATE INDEX IF NOT EXISTS "${name}_reap" ON ${table} (reap_at);
CREATE INDEX IF NOT EXISTS "${name}_lease" ON ${table} (lease_until);
CREATE INDEX IF NOT EXISTS "${name}_reconcile" ON ${table} (reconcile_at) WHERE reconcile_at IS NOT NULL;
CREATE UNIQUE INDEX IF NOT EXISTS "${name}_entity" ON ${table} (entity) WHERE entity IS NOT NULL;
