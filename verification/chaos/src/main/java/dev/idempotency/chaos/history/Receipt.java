package dev.idempotency.chaos.history;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the application answers: whose request it was, which run did the work, and for what. A function of the effect alone, so
 * that a reconciler can give the very same answer.
 */
public record Receipt(KeyName key, String run, String payload) {

    private static final Pattern JSON = Pattern.compile(
            "\\{\"tenant\":\"([^\"]*)\",\"key\":\"([^\"]*)\",\"run\":\"([^\"]*)\",\"payload\":\"([^\"]*)\"}(?:\\+\\d+)?");

    public String toJson() {
        return "{\"tenant\":\"%s\",\"key\":\"%s\",\"run\":\"%s\",\"payload\":\"%s\"}"
                .formatted(key.tenant(), key.key(), run, payload);
    }

    /** In which form it is given. */
    public AnswerForm form() {
        return AnswerForm.ofRun(run);
    }

    /** The whole body of the answer. */
    public String body() {
        return toJson() + " ".repeat(form().padding());
    }

    /** A body as the history has it: the spaces at its end are counted, not repeated. */
    public static String noted(String body) {
        String text = body.stripTrailing();
        int spaces = body.length() - text.length();
        return spaces == 0 ? text : text + "+" + spaces;
    }

    /** Of a body as the history has it. Empty for any other than a receipt, such as that of a problem. */
    public static Optional<Receipt> parse(String body) {
        Matcher json = JSON.matcher(body);
        return json.matches()
                ? Optional.of(new Receipt(new KeyName(json.group(1), json.group(2)), json.group(3), json.group(4)))
                : Optional.empty();
    }
}
