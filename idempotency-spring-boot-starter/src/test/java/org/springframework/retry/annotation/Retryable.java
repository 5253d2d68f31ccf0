package org.springframework.retry.annotation;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/** Stands for that of Spring Retry, which is looked for by its name. */
@Retention(RetentionPolicy.RUNTIME)
public @interface Retryable {}
