package dev.idempotency.core.internal.key;

/**
 * Why a key was refused.
 *
 * @param kind for decisions and metrics: a small, fixed set
 * @param message one English sentence for the client; it is made of constants and configured limits and holds nothing
 *     the client sent, so it can be logged and answered as it is
 */
public record KeyRefusal(Kind kind, String message) {

    /** The ways a key can be wrong. */
    public enum Kind {
        /** More than one header line, even if they are equal. */
        SEVERAL_LINES,
        /** Nothing, only spaces, or {@code ""}. */
        EMPTY,
        /** Fewer characters, after decoding, than the application asks for. */
        TOO_SHORT,
        /** More characters, after decoding, than the application allows; or a header line beyond all measure. */
        TOO_LONG,
        /** Bare: not visible ASCII. Quoted: not printable ASCII. */
        ILLEGAL_CHARACTER,
        /** A bare key although only the quoted spelling is accepted. */
        NOT_QUOTED,
        /** A quoted key without its closing quote. */
        UNTERMINATED,
        /** A backslash before anything but a quote or a backslash. */
        ILLEGAL_ESCAPE,
        /** Something after the closing quote that is not a semicolon, for example a second key. */
        TRAILING_CHARACTERS,
        /** A semicolon after the closing quote that no parameter follows. */
        MALFORMED_PARAMETERS
    }

    static KeyRefusal of(Kind kind, int minLength, int maxLength) {
        return new KeyRefusal(
                kind,
                switch (kind) {
                    case SEVERAL_LINES -> "The idempotency key header must be sent exactly once.";
                    case EMPTY -> "The idempotency key must not be empty.";
                    case TOO_SHORT -> "The idempotency key must have at least " + minLength + " characters.";
                    case TOO_LONG -> "The idempotency key must have at most " + maxLength + " characters.";
                    case ILLEGAL_CHARACTER ->
                        "The idempotency key must consist of visible ASCII characters;"
                                + " a space is allowed only between double quotes.";
                    case NOT_QUOTED -> "The idempotency key must be enclosed in double quotes.";
                    case UNTERMINATED -> "The quoted idempotency key has no closing double quote.";
                    case ILLEGAL_ESCAPE ->
                        "In a quoted idempotency key a backslash must be followed by a double quote or"
                                + " a backslash.";
                    case TRAILING_CHARACTERS ->
                        "Only parameters may follow the closing double quote of the idempotency key.";
                    case MALFORMED_PARAMETERS -> "The parameters after the quoted idempotency key are malformed.";
                });
    }
}
