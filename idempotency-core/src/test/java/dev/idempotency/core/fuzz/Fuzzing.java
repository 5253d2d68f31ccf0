package dev.idempotency.core.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Feeds a corpus of byte strings, and what becomes of them by small changes, to something that must take all of them.
 *
 * <p>Every build takes the corpus and a few thousand changes of it from a fixed seed. With {@code -Dfuzz.minutes} it goes on for as
 * long, from a seed that is printed ({@code -Dfuzz.seed} repeats it). What fails is shown in the spelling of the corpus, one line
 * of percent-encoded bytes, to be added to it.
 */
public final class Fuzzing {

    private static final int CHANGES = 20_000;
    private static final int LONGEST = 2_000;
    private static final Duration MOST_FOR_ONE = Duration.ofSeconds(5);
    private static final String INTERESTING = "\"\\{}[]:,;=?*-+.eE019u \t\n\r\0";

    private final List<byte[]> corpus;
    private final Random random;

    private Fuzzing(List<byte[]> corpus, long seed) {
        this.corpus = corpus;
        this.random = new Random(seed);
    }

    /** Checks the corpus of this name, and changes of it. */
    public static void of(String name, Consumer<byte[]> check) {
        Integer minutes = Integer.getInteger("fuzz.minutes");
        long seed = Long.getLong("fuzz.seed", minutes == null ? 1 : System.nanoTime());
        List<byte[]> corpus = read(name + ".txt");
        corpus.forEach(input -> check(input, check));
        Fuzzing fuzzing = new Fuzzing(corpus, seed);
        if (minutes == null) {
            fuzzing.changes(check);
        } else {
            System.out.println("fuzzing " + name + " for " + minutes + " minutes with -Dfuzz.seed=" + seed);
            long end = System.nanoTime() + Duration.ofMinutes(minutes).toNanos();
            while (System.nanoTime() < end) {
                fuzzing.changes(check);
            }
        }
    }

    private void changes(Consumer<byte[]> check) {
        for (int i = 0; i < CHANGES; i++) {
            byte[] input = corpus.get(random.nextInt(corpus.size()));
            for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
                input = changed(input);
            }
            check(input, check);
        }
    }

    private static void check(byte[] input, Consumer<byte[]> check) {
        long begin = System.nanoTime();
        try {
            check.accept(input.clone());
        } catch (Throwable e) {
            throw new AssertionError("Failed for " + spelled(input), e);
        }
        assertThat(Duration.ofNanos(System.nanoTime() - begin))
                .as(spelled(input))
                .isLessThan(MOST_FOR_ONE);
    }

    private byte[] changed(byte[] input) {
        int at = random.nextInt(input.length + 1);
        int until = Math.min(input.length, at + random.nextInt(8));
        return switch (random.nextInt(6)) {
            case 0 -> joined(input, at, new byte[0], until);
            case 1 -> joined(input, at, new byte[] {(byte) random.nextInt(256)}, until);
            case 2 -> joined(input, at, new byte[] {interesting()}, at);
            case 3 -> joined(input, at, repeated(input, at, until), at);
            case 4 -> spliced(input, at);
            default -> flipped(input);
        };
    }

    private byte interesting() {
        return (byte) INTERESTING.charAt(random.nextInt(INTERESTING.length()));
    }

    private byte[] repeated(byte[] input, int from, int until) {
        int length = until - from;
        int times = length == 0 ? 0 : Math.min(1 + random.nextInt(50), LONGEST / length);
        byte[] all = new byte[length * times];
        for (int i = 0; i < all.length; i++) {
            all[i] = input[from + i % length];
        }
        return all;
    }

    private byte[] spliced(byte[] input, int at) {
        byte[] other = corpus.get(random.nextInt(corpus.size()));
        int from = random.nextInt(other.length + 1);
        byte[] rest = Arrays.copyOfRange(other, from, other.length);
        return joined(input, at, rest, input.length);
    }

    private byte[] flipped(byte[] input) {
        byte[] result = input.clone();
        if (result.length > 0) {
            result[random.nextInt(result.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return result;
    }

    private static byte[] joined(byte[] input, int until, byte[] middle, int from) {
        byte[] result = new byte[Math.min(LONGEST, until + middle.length + input.length - from)];
        byte[] all = new byte[until + middle.length + input.length - from];
        System.arraycopy(input, 0, all, 0, until);
        System.arraycopy(middle, 0, all, until, middle.length);
        System.arraycopy(input, from, all, until + middle.length, input.length - from);
        System.arraycopy(all, 0, result, 0, result.length);
        return result;
    }

    private static String spelled(byte[] input) {
        return URLEncoder.encode(new String(input, StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1);
    }

    private static List<byte[]> read(String name) {
        try (InputStream in = Fuzzing.class.getResourceAsStream(name)) {
            List<byte[]> inputs = new ArrayList<>();
            for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n")) {
                inputs.add(URLDecoder.decode(line, StandardCharsets.ISO_8859_1).getBytes(StandardCharsets.ISO_8859_1));
            }
            return inputs;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
