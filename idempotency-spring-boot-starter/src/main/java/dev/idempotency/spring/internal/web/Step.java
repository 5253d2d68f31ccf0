package dev.idempotency.spring.internal.web;

import jakarta.servlet.ServletException;
import java.io.IOException;

/** The next step of a request's way. */
@FunctionalInterface
interface Step {

    void take() throws IOException, ServletException;
}
