/** The system under test: two databases, several processes of the application, and the network between them. */
@NullMarked
package dev.idempotency.chaos.cluster;

import org.jspecify.annotations.NullMarked;
