package dev.idempotency.spring.template;

/** No way needs a second connection beside the one that the work has. */
class TemplateWithOneConnectionTest extends WaysOfTemplate {

    TemplateWithOneConnectionTest() {
        super(1);
    }
}
