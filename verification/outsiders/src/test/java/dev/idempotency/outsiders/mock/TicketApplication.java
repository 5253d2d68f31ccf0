package dev.idempotency.outsiders.mock;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/** An application as others write it; its slices are tested as well. */
@SpringBootApplication
class TicketApplication {}
