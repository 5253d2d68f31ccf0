package dev.idempotency.chaos.history;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReceiptTest {

    @ParameterizedTest
    @EnumSource(AnswerForm.class)
    void a_receipt_is_found_in_the_history_in_whatever_form_it_was_given(AnswerForm form) {
        Receipt receipt = new Receipt(new KeyName("alice", "k"), form.runNamed("r1"), "5");

        assertThat(receipt.form()).isEqualTo(form);
        assertThat(receipt.body().length() - receipt.toJson().length()).isEqualTo(form.padding());
        assertThat(Receipt.parse(Receipt.noted(receipt.body()))).contains(receipt);
    }

    @Test
    void two_answers_that_differ_in_their_spaces_alone_are_noted_as_different() {
        assertThat(Receipt.noted("{} ")).isNotEqualTo(Receipt.noted("{}")).isNotEqualTo(Receipt.noted("{}  "));
    }
}
