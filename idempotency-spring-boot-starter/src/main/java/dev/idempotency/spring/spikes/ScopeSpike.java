package dev.idempotency.spring.spikes;

/**
 * How often a scope was seen of late.
 *
 * @param scope its value, as in the table of records; for operators only, never for a metric or a log line
 * @param scopeHash its short hash, as in log lines
 * @param count how often; never too low
 * @param excess by how much the count may be too high at most; zero unless there were very many scopes
 */
public record ScopeSpike(String scope, String scopeHash, long count, long excess) {}
