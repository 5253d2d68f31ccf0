package dev.idempotency.jdbc.schema;

import dev.idempotency.jdbc.TableName;
import java.util.List;

/**
 * What a table must have to be used.
 *
 * @param sql its name as it is written in a statement
 * @param key the columns of its primary key, in their order; empty where it has none
 * @param indexed the columns that an index begins with
 * @param unique those of them that no two rows may share
 * @param privileges what the application's user must be allowed to do
 */
record ExpectedTable(
        String sql,
        List<String> columns,
        List<String> key,
        List<String> indexed,
        List<String> unique,
        List<String> privileges) {

    static ExpectedTable records(TableName name) {
        return new ExpectedTable(
                name.sql(),
                List.of(
                        "scope",
                        "key",
                        "token",
                        "lease_until",
                        "created_at",
                        "finished_at",
                        "expires_at",
                        "reap_at",
                        "reconcile_at",
                        "reconcile_attempts",
                        "response_version",
                        "response_status",
                        "take_over",
                        "state",
                        "operation",
                        "owner",
                        "fingerprint",
                        "last_error",
                        "response_headers",
                        "response_body",
                        "decided_at",
                        "generation",
                        "entity"),
                List.of("scope", "key"),
                List.of("reap_at", "lease_until", "reconcile_at"),
                List.of("entity"),
                List.of("SELECT", "INSERT", "UPDATE", "DELETE"));
    }

    /** The tables that lie beside that of the records. */
    static List<ExpectedTable> besideRecords(TableName name) {
        return List.of(decisions(name), steps(name), actions(name));
    }

    private static ExpectedTable decisions(TableName name) {
        return new ExpectedTable(
                name.decisionsSql(),
                List.of("scope", "key_hash", "action", "decided_by", "decided_why", "decided_at", "subject"),
                List.of(),
                List.of("scope"),
                List.of(),
                List.of("SELECT", "INSERT"));
    }

    private static ExpectedTable steps(TableName name) {
        return new ExpectedTable(
                name.stepsSql(),
                List.of(
                        "scope",
                        "key",
                        "generation",
                        "step",
                        "token",
                        "created_at",
                        "called_at",
                        "finished_at",
                        "due_at",
                        "deliveries",
                        "failures",
                        "position",
                        "content_version",
                        "kind",
                        "state",
                        "owner",
                        "external_id",
                        "last_error",
                        "payload",
                        "result"),
                List.of("scope", "key", "generation", "step"),
                List.of("due_at"),
                List.of(),
                List.of("SELECT", "INSERT", "UPDATE", "DELETE"));
    }

    private static ExpectedTable actions(TableName name) {
        return new ExpectedTable(
                name.actionsSql(),
                List.of("scope", "action", "done_at", "by_key_hash", "fingerprint", "reference"),
                List.of("scope", "action"),
                List.of(),
                List.of(),
                List.of("SELECT", "INSERT", "UPDATE", "DELETE"));
    }
}
