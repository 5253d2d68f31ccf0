package dev.idempotency.chaos.application;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** The requests whose handler is at work. */
@Component
class RunningAttempts implements HandlerInterceptor, WebMvcConfigurer {

    private final Set<String> running = ConcurrentHashMap.newKeySet();

    boolean include(String attempt) {
        return running.contains(attempt);
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        String attempt = request.getHeader("X-Attempt");
        return attempt == null || running.add(attempt);
    }

    @Override
    public void afterCompletion(
            HttpServletRequest request, HttpServletResponse response, Object handler, @Nullable Exception thrown) {
        String attempt = request.getHeader("X-Attempt");
        if (attempt != null) {
            running.remove(attempt);
        }
    }
}
