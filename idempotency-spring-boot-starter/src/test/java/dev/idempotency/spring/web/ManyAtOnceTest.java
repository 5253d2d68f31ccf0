package dev.idempotency.spring.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.spring.web.app.App;
import dev.idempotency.spring.web.app.App.Server;
import dev.idempotency.spring.web.app.Client.Answer;
import dev.idempotency.spring.web.app.Runs;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** One key on two servers that share a store. */
class ManyAtOnceTest {

    private final String key = UUID.randomUUID().toString();

    @Test
    void of_a_hundred_one_runs_and_every_other_is_a_replay_or_409() {
        List<Answer> answers = send("/p/entity", "{\"sku\":\"book\",\"quantity\":1}");

        assertThat(answers).extracting(Answer::status).isSubsetOf(201, 409);
        assertThat(answers.stream().filter(answer -> answer.status() == 201 && !answer.isReplay()))
                .hasSize(1);
        assertThat(runs()).isEqualTo(1);
    }

    @Test
    void of_a_hundred_that_wait_all_get_the_same_answer() {
        List<Answer> answers = send("/waits", "run ");

        assertThat(answers).extracting(Answer::text).containsOnly("run 1");
        assertThat(runs()).isEqualTo(1);
    }

    private List<Answer> send(String path, String body) {
        List<CompletableFuture<Answer>> all = IntStream.range(0, 100)
                .mapToObj(i -> App.on(Server.values()[i % 2]).client().postLater(path, key, body))
                .toList();
        return all.stream().map(CompletableFuture::join).toList();
    }

    private int runs() {
        return App.on(Server.TOMCAT).bean(Runs.class).of(key)
                + App.on(Server.JETTY).bean(Runs.class).of(key);
    }
}
