package dev.idempotency.chaos.history;

/** An idempotency key and whose it is. Tenants use the same keys on purpose. */
public record KeyName(String tenant, String key) implements Comparable<KeyName> {

    static KeyName parse(String text) {
        int slash = text.indexOf('/');
        return new KeyName(text.substring(0, slash), text.substring(slash + 1));
    }

    @Override
    public int compareTo(KeyName other) {
        return toString().compareTo(other.toString());
    }

    @Override
    public String toString() {
        return tenant + "/" + key;
    }
}
