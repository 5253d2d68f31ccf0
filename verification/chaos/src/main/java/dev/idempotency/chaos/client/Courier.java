package dev.idempotency.chaos.client;

import dev.idempotency.chaos.history.Event;
import dev.idempotency.chaos.history.Event.Answered;
import dev.idempotency.chaos.history.History;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Sends requests, and writes down each of them before it is sent and what came of it afterwards. */
public final class Courier {

    private static final Duration PATIENCE = Duration.ofSeconds(12);
    private static final Pattern CODE = Pattern.compile("\"code\":\"([a-z_]+)\"");
    private static final List<String> REPEATED = List.of("content-type", "etag", "location");

    private final History history;
    private final Map<Integer, Integer> ports;
    private final Map<Object, AtomicInteger> attempts = new ConcurrentHashMap<>();

    /** @param ports of the nodes by their numbers */
    public Courier(History history, Map<Integer, Integer> ports) {
        this.history = history;
        this.ports = ports;
    }

    int nodes() {
        return ports.size();
    }

    public Optional<Answered> send(Plan plan, int node, String payload) {
        return send(plan, node, payload, PATIENCE);
    }

    /** Hangs up without having read an answer. */
    void abandon(Plan plan, int node, Duration after) {
        send(plan, node, plan.payload(), after);
    }

    private Optional<Answered> send(Plan plan, int node, String payload, Duration patience) {
        int number =
                attempts.computeIfAbsent(plan.key(), any -> new AtomicInteger()).incrementAndGet();
        String attempt = plan.key() + "." + number;
        history.add(new Event.Sent(history.now(), attempt, node, plan.key(), plan.way(), payload));
        try {
            Wire.Reply reply = Wire.exchange(port(node), request(plan, payload, attempt), patience);
            Answered answered = answered(attempt, reply);
            history.add(answered);
            return Optional.of(answered);
        } catch (IOException silence) {
            history.add(new Event.Unanswered(history.now(), attempt, String.valueOf(silence.getMessage())));
            return Optional.empty();
        }
    }

    private int port(int node) {
        Integer port = ports.get(node);
        if (port == null) {
            throw new IllegalArgumentException("No node " + node);
        }
        return port;
    }

    private static String request(Plan plan, String payload, String attempt) {
        String body = "{\"payload\":\"%s\",\"act\":\"%s\"}".formatted(payload, plan.act());
        return String.join(
                "\r\n",
                "POST /" + plan.way().name().toLowerCase(Locale.ROOT) + " HTTP/1.1",
                "Host: localhost",
                "Connection: close",
                "Content-Type: application/json",
                "Content-Length: " + body.length(),
                "Idempotency-Key: " + plan.key().key(),
                "X-Tenant: " + plan.key().tenant(),
                "X-Attempt: " + attempt,
                "X-Sent-At: " + System.currentTimeMillis(),
                "",
                body);
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
                reply.body());
    }
}
