package dev.idempotency.frameworks;

/** With open-in-view switched off, as most applications have it. */
class JpaTest extends JpaContract {

    JpaTest() {
        super(false);
    }
}
