package dev.idempotency.sample.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;

/** A page in the browser, used as somebody in front of it would. */
record Tab(DevTools tools) implements AutoCloseable {

    void navigate(String url) {
        tools.call("Page.navigate", Map.of("url", url));
        await("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /** Makes the window as wide and high as this, light or dark. */
    void look(int width, int height, String colourScheme) {
        tools.call(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", width < 600));
        tools.call(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", colourScheme))));
    }

    void hideScrollbars() {
        tools.call("Emulation.setScrollbarsHidden", Map.of("hidden", true));
    }

    /** Presses a button with the mouse and waits until the page has done what it does. */
    void press(String selector) {
        JsonNode at = evaluate("""
                (() => {
                  const element = document.querySelector('%s');
                  element.scrollIntoView({ block: 'center' });
                  const box = element.getBoundingClientRect();
                  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
                })()""".formatted(selector));
        for (String type : List.of("mousePressed", "mouseReleased")) {
            tools.call(
                    "Input.dispatchMouseEvent",
                    Map.of("type", type, "x", at.get("x"), "y", at.get("y"), "button", "left", "clickCount", 1));
        }
        await("!document.querySelector('button:disabled')");
    }

    /** Presses a key on the keyboard. */
    void type(String key, int code) {
        String text = key.equals("Enter") ? "\r" : "";
        tools.call(
                "Input.dispatchKeyEvent",
                Map.of("type", "keyDown", "key", key, "code", key, "windowsVirtualKeyCode", code, "text", text));
        tools.call(
                "Input.dispatchKeyEvent",
                Map.of("type", "keyUp", "key", key, "code", key, "windowsVirtualKeyCode", code));
    }

    String text(String selector) {
        return evaluate("document.querySelector('" + selector + "').textContent")
                .asString();
    }

    JsonNode evaluate(String expression) {
        JsonNode answer = tools.call(
                "Runtime.evaluate", Map.of("expression", expression, "returnByValue", true, "awaitPromise", true));
        if (answer.has("exceptionDetails")) {
            throw new IllegalStateException(answer.get("exceptionDetails").toString());
        }
        return answer.get("result").path("value");
    }

    void await(String condition) {
        Awaitility.await(condition)
                .atMost(Duration.ofMinutes(1))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> evaluate(condition).asBoolean());
    }

    void screenshot(Path file) throws IOException {
        JsonNode image = tools.call("Page.captureScreenshot", Map.of("format", "png"));
        Files.createDirectories(file.getParent());
        Files.write(file, Base64.getDecoder().decode(image.get("data").asString()));
    }

    @Override
    public void close() {
        tools.close();
    }
}
