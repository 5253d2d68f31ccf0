package dev.idempotency.chaos.client;

import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.History;
import dev.idempotency.chaos.history.Receipt;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Sends requests, and writes down each of them before it is sent and what came of it afterwards. */
public final class RequestSender {

    private static final Duration PATIENCE = Duration.ofSeconds(12);
    private static final int TIME_TO_LEAVE = 300;
    private static final Pattern CODE = Pattern.compile("\"code\":\"([a-z_]+)\"");
    private static final List<String> REPEATED = List.of("content-type", "etag", "location");

    private final History history;
    private final Map<Integer, Integer> ports;
    private final Map<Object, AtomicInteger> attempts = new ConcurrentHashMap<>();

    /** @param ports of the nodes by their numbers */
    public RequestSender(History history, Map<Integer, Integer> ports) {
        this.history = history;
        this.ports = ports;
    }

    int nodes() {
        return ports.size();
    }

    /** Waits for the answer. */
    public Optional<Answered> send(Plan plan, int node, String payload) {
        String attempt = begin(plan, node, payload);
        String request = request(plan, payload, attempt, 0);
        Event end = end(attempt, () -> new HangUp.Ending.Answer(Wire.exchange(port(node), request, PATIENCE)));
        return end instanceof Answered answered ? Optional.of(answered) : Optional.empty();
    }

    /** Leaves at the point that the plan names, unless the answer is whole before. Returns how the exchange ended. */
    Event sendAndLeave(Plan plan, int node, Random random) {
        String attempt = begin(plan, node, plan.payload());
        int work = plan.departure() == Departure.WHILE_RUNNING ? TIME_TO_LEAVE : 0;
        String request = request(plan, plan.payload(), attempt, work);
        HangUp hangUp = new HangUp(port(node), attempt, request, passesThrough(plan), random);
        return end(attempt, () -> hangUp.at(plan.departure(), PATIENCE));
    }

    /** In a transaction, every answer waits for the commit. */
    private static boolean passesThrough(Plan plan) {
        return plan.form().passesThrough() && !plan.endpoint().isTransactional();
    }

    private String begin(Plan plan, int node, String payload) {
        int number =
                attempts.computeIfAbsent(plan.key(), any -> new AtomicInteger()).incrementAndGet();
        String attempt = plan.key() + "." + number;
        history.add(new Event.Sent(history.now(), attempt, node, plan.key(), plan.endpoint(), payload));
        return attempt;
    }

    private Event end(String attempt, Exchange exchange) {
        Event end;
        try {
            HangUp.Ending ending = exchange.run();
            end = ending instanceof HangUp.Ending.Answer answer
                    ? answered(attempt, answer.reply())
                    : new Event.Left(history.now(), attempt, ((HangUp.Ending.Departed) ending).kind());
        } catch (IOException silence) {
            end = new Event.Unanswered(history.now(), attempt, String.valueOf(silence.getMessage()));
        }
        history.add(end);
        return end;
    }

    private interface Exchange {
        HangUp.Ending run() throws IOException;
    }

    private int port(int node) {
        Integer port = ports.get(node);
        if (port == null) {
            throw new IllegalArgumentException("No node " + node);
        }
        return port;
    }

    /** @param work for how many milliseconds the handler is at work at least */
    private static String request(Plan plan, String payload, String attempt, int work) {
        String body = "{\"payload\":\"%s\",\"act\":\"%s\",\"form\":\"%s\"}".formatted(payload, plan.act(), plan.form());
        return String.join(
                "\r\n",
                "POST " + path(plan) + " HTTP/1.1",
                "Host: localhost",
                "Connection: close",
                "Content-Type: application/json",
                "Content-Length: " + body.length(),
                "Idempotency-Key: " + plan.key().key(),
                "X-Tenant: " + plan.key().tenant(),
                "X-Attempt: " + attempt,
                "X-Sent-At: " + System.currentTimeMillis(),
                "X-Work: " + work,
                "",
                body);
    }

    private static String path(Plan plan) {
        String endpoint = "/" + plan.endpoint().name().toLowerCase(Locale.ROOT);
        return plan.endpoint().isAboutThing() ? endpoint + "/" + plan.key().thing() : endpoint;
    }

    private Answered answered(String attempt, Wire.Reply reply) {
        Matcher code = CODE.matcher(reply.body());
        boolean problem = reply.header("content-type").startsWith("application/problem+json") && code.find();
        return new Answered(
                history.now(),
                attempt,
                reply.status(),
                problem ? code.group(1) : "",
                reply.header("idempotency-replayed").equals("true"),
                REPEATED.stream().map(name -> name + ":" + reply.header(name)).collect(Collectors.joining(",")),
                Receipt.noted(reply.body()));
    }
}
