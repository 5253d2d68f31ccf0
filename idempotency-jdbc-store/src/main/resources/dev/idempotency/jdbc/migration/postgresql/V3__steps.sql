-- The steps of runs: phases that a later run of the key does not repeat, and jobs that are done after the request. They end
-- together with their record.
--
-- To run this by hand, put the name of the table (default: idempotency_record_step) in the place of ${steps}, with its schema,
-- and the name of the table of records without its schema in the place of ${name}.

CREATE TABLE IF NOT EXISTS ${steps} (
    scope           varchar(255) COLLATE "C" NOT NULL,
    key             varchar(255) COLLATE "C" NOT NULL,
    -- The token of the first run of this life of the key: a key that is used anew has other steps.
    generation      bigint       NOT NULL,
    step            varchar(100) COLLATE "C" NOT NULL,
    -- Under which token and owner it was begun or is at work; a write must name both.
    token           bigint       NOT NULL,
    created_at      timestamptz  NOT NULL,
    -- When the call was first made: for how long the provider knows our key counts from here.
    called_at       timestamptz,
    finished_at     timestamptz,
    -- When a job has its next turn; while it is at work, the end of its lease; infinity for a dead letter; null for every
    -- row that nobody has to look at.
    due_at          timestamptz,
    -- Counted apart: how often a job was handed out, and how often it failed.
    deliveries      integer      NOT NULL DEFAULT 0,
    failures        integer      NOT NULL DEFAULT 0,
    position        smallint     NOT NULL,
    content_version smallint,
    -- local, external or job.
    kind            varchar(8)   NOT NULL,
    -- ready, started, called, done, unknown or dead.
    state           varchar(10)  NOT NULL,
    owner           varchar(255) NOT NULL,
    -- What the provider calls the effect.
    external_id     varchar(255),
    last_error      varchar(255),
    payload         bytea,
    result          bytea,

    CONSTRAINT "${name}_step_pkey" PRIMARY KEY (scope, key, generation, step)
) WITH (
    autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_analyze_scale_factor = 0.05,
    toast.autovacuum_vacuum_scale_factor = 0.02
);

-- As small as the backlog. No index mentions the state.
CREATE INDEX IF NOT EXISTS "${name}_step_due" ON ${steps} (due_at) WHERE due_at IS NOT NULL;
