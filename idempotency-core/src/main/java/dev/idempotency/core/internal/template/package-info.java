/** Values of templates without a JSON library. */
@NullMarked
package dev.idempotency.core.internal.template;

import org.jspecify.annotations.NullMarked;
