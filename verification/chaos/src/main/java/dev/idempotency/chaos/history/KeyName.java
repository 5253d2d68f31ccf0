package dev.idempotency.chaos.history;

/** An idempotency key and whose it is. Tenants use the same keys on purpose. */
public record KeyName(String tenant, String key) implements Comparable<KeyName> {

    private static final int NEIGHBOURS = 60;

    /** What a request with this key is about, where requests are about something: those that begin at about the same time are rivals. */
    public String thing() {
        int dash = key.lastIndexOf('-');
        String number = key.substring(dash + 1);
        return number.matches("\\d{1,9}") ? key.substring(0, dash + 1) + Integer.parseInt(number) / NEIGHBOURS : key;
    }

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
