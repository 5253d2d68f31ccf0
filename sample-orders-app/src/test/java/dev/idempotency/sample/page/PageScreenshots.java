package dev.idempotency.sample.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.idempotency.sample.SampleTest;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

/** Draws the pictures in {@code docs/images}; runs only when asked for: {@code mvn test -pl sample-orders-app -Dtest=PageScreenshots}. */
class PageScreenshots extends SampleTest {

    private static final Path IMAGES = Path.of("..", "docs", "images");

    private final String url;

    PageScreenshots(@LocalServerPort int port) {
        super(port);
        this.url = "http://localhost:" + port + "/";
    }

    @Test
    void draw() throws IOException {
        try (Chromium chromium = Chromium.start(Chromium.installed().orElseThrow());
                Tab tab = chromium.open(url)) {
            tab.hideScrollbars();
            tab.look(1440, 1000, "light");
            tab.press("#place");
            tab.press("#retry");
            tab.press("#change");
            tab.evaluate("document.querySelector('#sku').value = 'turtle'");
            tab.evaluate("document.querySelector('[value=bob]').click()");
            tab.press("#twenty");
            save(tab, "sample-twenty-at-once.png");
            tab.look(1440, 1000, "dark");
            tab.press("#lose");
            tab.press("#pay");
            tab.press("#time-out");
            save(tab, "sample-provider-timeout-dark.png");
            tab.look(390, 844, "light");
            save(tab, "sample-phone.png");
            assertThat(tab.text("#verdict")).endsWith("with one key have made 1 charge.");
        }
    }

    private static void save(Tab tab, String name) throws IOException {
        tab.evaluate("document.activeElement.blur(), window.scrollTo(0, 0)");
        tab.screenshot(IMAGES.resolve(name));
    }
}
