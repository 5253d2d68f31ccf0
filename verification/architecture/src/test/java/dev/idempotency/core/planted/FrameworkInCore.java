package dev.idempotency.core.planted;

import org.springframework.util.StringUtils;

public final class FrameworkInCore {
    boolean isBlank(String text) {
        return !StringUtils.hasText(text);
    }
}
