package dev.idempotency.sample.payment;

/** What the provider says when it is asked what became of a charge. */
sealed interface Search {

    /** It was made. */
    record Charged(Charge charge) implements Search {}

    /** The provider has it, and will make it. */
    record Underway() implements Search {}

    /** The provider has never heard of it. */
    record Nothing() implements Search {}
}
