package dev.idempotency.chaos.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.chaos.history.AnswerForm;
import dev.idempotency.chaos.history.EndpointKind;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlansTest {

    private static final int MANY = 5_000;

    @Test
    void the_same_seed_makes_the_same_plans_and_another_seed_others() {
        assertThat(plans(1)).isEqualTo(plans(1)).isNotEqualTo(plans(2));
    }

    @Test
    void more_than_a_third_of_all_keys_go_to_two_nodes_at_once() {
        assertThat(plans(1)).filteredOn(Plan::duplicated).hasSizeGreaterThan(MANY / 3);
    }

    @Test
    void some_keys_are_used_by_every_tenant_for_the_same_request() {
        Map<String, List<Plan>> byKey = plans(1).stream()
                .collect(Collectors.groupingBy(plan -> plan.key().key()));

        assertThat(byKey.values())
                .filteredOn(plans -> plans.size() > 1)
                .hasSizeGreaterThan(100)
                .allSatisfy(plans -> {
                    assertThat(plans).extracting(plan -> plan.key().tenant()).doesNotHaveDuplicates();
                    assertThat(plans)
                            .extracting(Plan::payload)
                            .containsOnly(plans.get(0).payload());
                    assertThat(plans)
                            .extracting(Plan::endpoint)
                            .containsOnly(plans.get(0).endpoint());
                });
    }

    @Test
    void every_form_of_an_answer_is_left_at_every_point_at_which_it_can_be() {
        assertThat(plans(1))
                .filteredOn(plan ->
                        plan.endpoint() == EndpointKind.LEASE && plan.form().passesThrough())
                .extracting(Plan::departure)
                .contains(Departure.values());
        assertThat(plans(1))
                .filteredOn(plan -> plan.form() == AnswerForm.SHORT)
                .extracting(Plan::departure)
                .contains(Departure.WHILE_SENDING, Departure.AFTER_SENDING, Departure.WHILE_RUNNING)
                .doesNotContain(Departure.WHILE_ANSWERED);
    }

    @Test
    void no_answer_passes_through_where_a_lost_run_is_taken_over() {
        assertThat(plans(1))
                .filteredOn(plan -> plan.endpoint() == EndpointKind.TAKE_OVER)
                .extracting(Plan::form)
                .containsOnly(AnswerForm.SHORT);
    }

    @Test
    void no_key_is_planned_twice() {
        assertThat(plans(1)).extracting(Plan::key).doesNotHaveDuplicates();
    }

    private static List<Plan> plans(long seed) {
        Plans plans = new Plans(seed, List.of(EndpointKind.values()), 3);
        return IntStream.range(0, MANY).mapToObj(plans::plan).toList();
    }
}
