package dev.idempotency.core.internal.key;

import java.util.Base64;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Seeded quoted keys with parameters, well-formed by construction, and mutants of them that mostly are not. */
final class RandomItems {
    private static final String NAMES = "abyz*019_-.";
    private static final String TOKENS = "abzABZ019!#$%&'*+-.^_`|~:/";
    private static final String MUTATIONS = "\"\\;=?:*-. ,0189azAZ+/_~()\t\n\u0000\u007f\u00e9\u20ac";

    private final Random random;

    RandomItems(long seed) {
        this.random = new Random(seed);
    }

    String wellFormed() {
        StringBuilder line = new StringBuilder(" ".repeat(random.nextInt(3)));
        line.append(string(random.nextInt(20) == 0 ? 250 + random.nextInt(10) : random.nextInt(20)));
        for (int i = random.nextInt(4); i > 0; i--) {
            line.append(';')
                    .append(" ".repeat(random.nextInt(2)))
                    .append(oneOf("az*"))
                    .append(some(NAMES, 4));
            if (random.nextInt(4) > 0) {
                line.append('=').append(value());
            }
        }
        return line.append(" ".repeat(random.nextInt(3))).toString();
    }

    /** One to three characters removed, inserted or replaced; the leading quote stays, so that it is a quoted key. */
    String mutated() {
        StringBuilder line = new StringBuilder(wellFormed().strip());
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = 1 + random.nextInt(line.length());
            int removed = at < line.length() ? random.nextInt(2) : 0;
            String inserted = removed == 1 && random.nextBoolean() ? "" : String.valueOf(oneOf(MUTATIONS));
            line.replace(at, at + removed, inserted);
        }
        return line.toString();
    }

    private String value() {
        return switch (random.nextInt(6)) {
            case 0 -> string(random.nextInt(5));
            case 1 -> "?" + random.nextInt(2);
            case 2 -> sign() + digits(1 + random.nextInt(15));
            case 3 -> sign() + digits(1 + random.nextInt(12)) + "." + digits(1 + random.nextInt(3));
            case 4 -> bytes();
            default -> oneOf("azAZ*") + some(TOKENS, 6);
        };
    }

    private String string(int length) {
        return IntStream.generate(() -> ' ' + random.nextInt('~' - ' ' + 1))
                .limit(length)
                .mapToObj(c -> (c == '"' || c == '\\' ? "\\" : "") + (char) c)
                .collect(Collectors.joining("", "\"", "\""));
    }

    private String bytes() {
        byte[] bytes = new byte[random.nextInt(6)];
        random.nextBytes(bytes);
        return ":" + Base64.getEncoder().encodeToString(bytes) + ":";
    }

    private String sign() {
        return random.nextBoolean() ? "-" : "";
    }

    private String digits(int count) {
        return random.ints(count, 0, 10).mapToObj(Integer::toString).collect(Collectors.joining());
    }

    private String some(String characters, int bound) {
        return IntStream.range(0, random.nextInt(bound))
                .mapToObj(i -> String.valueOf(oneOf(characters)))
                .collect(Collectors.joining());
    }

    private char oneOf(String characters) {
        return characters.charAt(random.nextInt(characters.length()));
    }
}
