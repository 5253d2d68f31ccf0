package dev.idempotency.chaos.cluster;

import dev.idempotency.testbed.Database;

/** What is written down in the two databases besides the records. Nothing in them is unique: doing a thing twice must show. */
public final class Tables {

    private static final String EFFECTS = """
        CREATE TABLE effect (
            tenant  text NOT NULL,
            key     text NOT NULL,
            run     text NOT NULL,
            attempt text NOT NULL,
            payload text NOT NULL,
            at      timestamptz NOT NULL DEFAULT clock_timestamp()
        );
        CREATE INDEX ON effect (tenant, key);
        """;

    private static final String FINDINGS = """
        CREATE TABLE finding (
            tenant   text NOT NULL,
            key      text NOT NULL,
            executed boolean NOT NULL,
            at       timestamptz NOT NULL DEFAULT clock_timestamp()
        );
        """;

    /**
     * Every change of a record, seen by a trigger, and therefore committed with the change or not at all. A write that leaves the
     * record as it is makes sure of it, and is none. The run of an answer that was not kept stands in its headers.
     */
    private static final String CHANGES = """
        CREATE TABLE change (
            number     bigserial PRIMARY KEY,
            at         timestamptz NOT NULL DEFAULT clock_timestamp(),
            scope      text NOT NULL,
            key        text NOT NULL,
            from_state text NOT NULL,
            to_state   text NOT NULL,
            token      bigint NOT NULL,
            lease      timestamptz,
            expires    timestamptz NOT NULL,
            run        text,
            error      text
        );
        CREATE FUNCTION run_of(body bytea, headers text[]) RETURNS text LANGUAGE sql AS $$
            SELECT coalesce(
                substring(convert_from(substring(body from 1 for 1000), 'UTF8') from '"run":"([^"]*)"'),
                substring(array_to_string(headers, ' ') from '/effects/([^ "]+)'))
        $$;
        CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            IF TG_OP = 'INSERT' THEN
                INSERT INTO change (scope, key, from_state, to_state, token, lease, expires, run, error)
                VALUES (NEW.scope, NEW.key, 'absent', NEW.state, NEW.token, NEW.lease_until, NEW.expires_at,
                    run_of(NEW.response_body, NEW.response_headers), NEW.last_error);
            ELSIF TG_OP = 'UPDATE' AND OLD IS NOT DISTINCT FROM NEW THEN
                RETURN NULL;
            ELSIF TG_OP = 'UPDATE' THEN
                INSERT INTO change (scope, key, from_state, to_state, token, lease, expires, run, error)
                VALUES (NEW.scope, NEW.key, OLD.state, NEW.state, NEW.token, NEW.lease_until, OLD.expires_at,
                    run_of(NEW.response_body, NEW.response_headers), NEW.last_error);
            ELSE
                INSERT INTO change (scope, key, from_state, to_state, token, lease, expires)
                VALUES (OLD.scope, OLD.key, OLD.state, 'absent', OLD.token, OLD.lease_until, OLD.expires_at);
            END IF;
            RETURN NULL;
        END $$;
        CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON idempotency_record
            FOR EACH ROW EXECUTE FUNCTION note_change();
        """;

    private Tables() {}

    /** Before the application starts. */
    public static void create(Database database, Database world) {
        database.execute(EFFECTS);
        world.execute(EFFECTS);
        world.execute(FINDINGS);
    }

    /** Once the application has made the table of the records. */
    public static void watch(Database database) {
        database.execute(CHANGES);
    }
}
