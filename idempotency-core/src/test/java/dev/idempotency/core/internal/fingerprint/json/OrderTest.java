package dev.idempotency.core.internal.fingerprint.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The order of names, and the sort. */
class OrderTest {

    private static final String[] LETTERS = {
        "\0", " ", "!", "a", "b", "\u007f", "é", "\ud7ff", "\ue000", "\uffff", "😀", "𐀀"
    };

    @Test
    void names_have_the_order_of_their_utf_16_code_units() {
        Random random = new Random(20_260_118);
        for (int i = 0; i < 50_000; i++) {
            String left = name(random);
            String right = random.nextInt(4) == 0 ? left + name(random) : name(random);
            byte[] a = ("xyz" + left + "…").getBytes(StandardCharsets.UTF_8);
            byte[] b = ("x" + right).getBytes(StandardCharsets.UTF_8);
            int leftLength = length(left);
            int rightLength = length(right);
            int expected = Integer.signum(left.compareTo(right));

            assertThat(Integer.signum(NameOrder.compare(a, 3, leftLength, b, 1, rightLength)))
                    .as("'%s' and '%s'", left, right)
                    .isEqualTo(expected);
            assertThat(Integer.compare(NameOrder.key(a, 3, leftLength), NameOrder.key(b, 1, rightLength)))
                    .as("keys of '%s' and '%s'", left, right)
                    .isIn(0, expected);
        }
    }

    @Test
    void keys_tell_names_apart_by_their_first_four_ascii_characters() {
        assertThat(key("")).isLessThan(key("\u0001"));
        assertThat(key("id")).isLessThan(key("ie"));
        assertThat(key("i")).isLessThan(key("id"));
        assertThat(key("note")).isLessThan(key("notf"));
        assertThat(key("notes")).isEqualTo(key("note"));
        assertThat(key("\u007f")).isLessThan(key("é"));
        assertThat(key("aé")).isLessThan(key("bé")).isEqualTo(key("a😀"));
        assertThat(key("abé")).isGreaterThan(key("abz"));
        assertThat(key("abcé")).isGreaterThan(key("abcz")).isLessThan(key("abd"));
    }

    @Test
    void a_sort_keeps_the_order_of_equals_at_every_length() {
        Random random = new Random(20_260_118);
        for (int count = 0; count < 300; count++) {
            int[] values = random.ints(count, 0, 1 + count / 3).toArray();

            int[] sorted = StableSort.sorted(count, (left, right) -> Integer.compare(values[left], values[right]));

            Integer[] expected = IntStream.range(0, count).boxed().toArray(Integer[]::new);
            Arrays.sort(expected, (left, right) -> Integer.compare(values[left], values[right]));
            assertThat(Arrays.stream(sorted).boxed()).containsExactly(expected);
        }
    }

    private static int key(String name) {
        int key = NameOrder.key(name.getBytes(StandardCharsets.UTF_8), 0, length(name));
        byte[] goesOn = (name + "\"zzzz").getBytes(StandardCharsets.UTF_8);
        assertThat(NameOrder.key(goesOn, 0, length(name))).isEqualTo(key);
        return key;
    }

    private static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String name(Random random) {
        StringBuilder name = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            name.append(LETTERS[random.nextInt(LETTERS.length)]);
        }
        return name.toString();
    }
}
