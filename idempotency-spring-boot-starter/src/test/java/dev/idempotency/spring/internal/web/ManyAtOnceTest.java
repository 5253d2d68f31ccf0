package dev.idempotency.spring.internal.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.internal.web.app.App;
import dev.idempotency.spring.internal.web.app.App.Server;
import dev.idempotency.spring.internal.web.app.Client.Answer;
import dev.idempotency.spring.internal.web.app.Runs;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One key on two servers that share a store. */
class ManyAtOnceTest {

    private final String key = UUID.randomUUID().toString();

    private final List<Runs.Held> held = Stream.of(Server.values())
            .map(server -> App.on(server).bean(Runs.class).hold(key))
            .toList();

    @Test
    void of_a_hundred_one_runs_and_every_other_is_a_replay_or_409() {
        List<CompletableFuture<Answer>> all = send("/p/entity", "{\"sku\":\"book\",\"quantity\":1}");
        CompletableFuture.anyOf(all.toArray(CompletableFuture[]::new)).join();
        held.forEach(Runs.Held::letGo);
        List<Answer> answers = all.stream().map(CompletableFuture::join).toList();

        assertThat(answers).extracting(Answer::status).isSubsetOf(201, 409);
        assertThat(answers.stream().filter(answer -> answer.status() == 201 && !answer.isReplay()))
                .hasSize(1);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void of_a_hundred_that_wait_all_get_the_same_answer() {
        List<CompletableFuture<Answer>> all = send("/waits", "run ");
        Eventually.that(this::runs, count -> count > 0);
        held.forEach(Runs.Held::letGo);

        assertThat(all).extracting(answer -> answer.join().text()).containsOnly("run 1");
        assertThat(runs()).isEqualTo(1);
    }

    private List<CompletableFuture<Answer>> send(String path, String body) {
        return IntStream.range(0, 100)
                .mapToObj(i -> App.on(Server.values()[i % 2]).client().postLater(path, key, body))
                .toList();
    }

    private int runs() {
        return Stream.of(Server.values())
                .mapToInt(server -> App.on(server).bean(Runs.class).of(key))
                .sum();
    }
}
