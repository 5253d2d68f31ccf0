package dev.idempotency.frameworks;

/** The persistence context that Spring Boot opens around a handler by default is the one of the transaction. */
class OpenInViewTest extends JpaContract {

    OpenInViewTest() {
        super(true);
    }
}
