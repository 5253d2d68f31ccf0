package dev.idempotency.chaos.history;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An event as a line of text: the time in milliseconds, the name of the event, and its parts as {@code name=value}, as in
 * {@code 12.5 answered attempt=a1 status=201}. What is empty, zero or false may be left out.
 */
final class Line {

    private static final Map<String, Class<?>> EVENTS =
            Arrays.stream(Event.class.getPermittedSubclasses()).collect(Collectors.toMap(Line::name, event -> event));

    private Line() {}

    static String write(Event event) {
        return Stream.concat(
                        Stream.of(millis(event.at()), name(event.getClass())),
                        Arrays.stream(event.getClass().getRecordComponents())
                                .filter(part -> !part.getName().equals("at"))
                                .map(part -> part.getName() + "=" + text(valueOf(part, event)))
                                .filter(part -> !part.endsWith("=")))
                .collect(Collectors.joining(" "));
    }

    static Event read(String line) {
        String[] words = line.strip().split(" +", -1);
        Map<String, String> parts = new HashMap<>();
        parts.put("at", words[0]);
        for (int i = 2; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            parts.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        Class<?> type = EVENTS.get(words[1]);
        if (type == null) {
            throw new IllegalArgumentException("No event of this name: " + line);
        }
        Object[] values = Arrays.stream(type.getRecordComponents())
                .map(part -> value(part.getType(), parts.getOrDefault(part.getName(), "")))
                .toArray();
        return create(type, values);
    }

    private static Event create(Class<?> type, Object[] values) {
        try {
            Constructor<?> constructor = type.getDeclaredConstructors()[0];
            return (Event) constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Object valueOf(RecordComponent part, Event event) {
        try {
            return part.getAccessor().invoke(event);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(Object value) {
        String text = value instanceof Duration duration ? millis(duration) : value.toString();
        return text.replace("%", "%25").replace(" ", "%20").replace("\n", "%0A").replace("\r", "%0D");
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // The constants of an enum are found by its class.
    private static Object value(Class<?> type, String text) {
        if (type == String.class) {
            return text.replace("%0D", "\r")
                    .replace("%0A", "\n")
                    .replace("%20", " ")
                    .replace("%25", "%");
        } else if (type == Duration.class) {
            return text.isEmpty() ? Duration.ZERO : duration(text);
        } else if (type == int.class) {
            return text.isEmpty() ? 0 : Integer.parseInt(text);
        } else if (type == long.class) {
            return text.isEmpty() ? 0L : Long.parseLong(text);
        } else if (type == boolean.class) {
            return Boolean.parseBoolean(text);
        } else if (type == KeyName.class) {
            return KeyName.parse(text);
        }
        return Enum.valueOf((Class) type, text);
    }

    private static String millis(Duration duration) {
        return BigDecimal.valueOf(duration.toNanos() / 1_000, 3)
                .stripTrailingZeros()
                .toPlainString();
    }

    private static Duration duration(String millis) {
        return Duration.ofNanos(new BigDecimal(millis).movePointRight(6).longValue());
    }

    private static String name(Class<?> event) {
        return event.getSimpleName().toLowerCase(Locale.ROOT);
    }
}
