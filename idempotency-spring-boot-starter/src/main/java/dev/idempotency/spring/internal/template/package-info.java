/** Values of templates by the application's Jackson. */
@NullMarked
package dev.idempotency.spring.internal.template;

import org.jspecify.annotations.NullMarked;
