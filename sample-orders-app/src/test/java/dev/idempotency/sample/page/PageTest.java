package dev.idempotency.sample.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.idempotency.sample.Customer;
import dev.idempotency.sample.SampleTest;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.web.server.LocalServerPort;

/** The page at {@code /} in a real browser. */
class PageTest extends SampleTest {

    private static Chromium chromium;

    private final String url;
    private Tab tab;

    PageTest(@LocalServerPort int port) {
        super(port);
        this.url = "http://localhost:" + port + "/";
    }

    @BeforeAll
    static void startBrowser() {
        Optional<Path> program = Chromium.installed();
        assumeThat(program)
                .as("No Chromium on this machine, so the page is not tested")
                .isPresent();
        chromium = Chromium.start(program.orElseThrow());
    }

    @AfterAll
    static void stopBrowser() {
        if (chromium != null) {
            chromium.close();
        }
    }

    @BeforeEach
    void open() {
        tab = chromium.open(url);
        tab.await("document.querySelectorAll('#orders').length === 1");
    }

    @AfterEach
    void close() {
        tab.close();
    }

    @Test
    void retry_and_twenty_at_once_make_one_order_and_the_page_says_so() {
        int before = orders();

        tab.press("#place");
        tab.press("#retry");
        tab.press("#twenty");

        assertThat(tab.text("#verdict")).isEqualTo("22 requests with one key have made 1 order.");
        assertThat(orders()).isEqualTo(before + 1);
        assertThat(tab.text("#order-count")).isEqualTo(Integer.toString(before + 1));
        assertThat(bars("ran")).isEqualTo(1);
        assertThat(bars("replay")).isEqualTo(21);
    }

    @Test
    void twenty_at_once_of_something_new_make_one_order() {
        tab.evaluate("document.querySelector('#sku').value = 'turtle'");

        tab.press("#twenty");

        assertThat(tab.text("#verdict")).isEqualTo("20 requests with one key have made 1 order.");
        assertThat(bars("ran")).isEqualTo(1);
        assertThat(bars("conflict")).isPositive();
        assertThat(bars("ran") + bars("conflict") + bars("replay")).isEqualTo(20);
    }

    @Test
    void a_changed_body_is_refused() {
        tab.press("#place");
        tab.press("#change");

        assertThat(tab.text("#verdict")).isEqualTo("2 requests with one key have made 1 order.");
        assertThat(tab.text(".refused .answer")).startsWith("422 key of another request");
    }

    @Test
    void a_lost_answer_is_there_for_the_retry() {
        tab.press("#lose");

        assertThat(tab.text("#verdict")).endsWith(" requests with one key have made 1 order.");
        assertThat(bars("lost")).isEqualTo(1);
        assertThat(bars("ran")).isZero();
        assertThat(tab.text("#timeline li:last-child .answer")).startsWith("201 replay");
    }

    @Test
    void an_order_that_is_shipped_is_refunded_afterwards_and_only_once() {
        tab.press("#ship");
        assertThat(tab.text("#verdict")).endsWith("The order has 1 refund.");
        assertThat(bars("conflict")).isPositive();

        tab.press("#refund");

        assertThat(tab.text("#verdict")).isEqualTo("A request with another key: 1. The order has 1 refund.");
        assertThat(tab.text("#timeline li:last-child .answer")).startsWith("409 done under another key");
    }

    @Test
    void the_keyboard_is_enough() {
        tab.evaluate("document.querySelector('#quantity').focus()");

        tab.type("Enter", 13);
        tab.await("document.querySelectorAll('.act .ran').length === 1");
        tab.await("document.activeElement.id === 'place'");
        tab.type("Tab", 9);

        assertThat(tab.evaluate("document.activeElement.id").asString()).isEqualTo("retry");
        tab.type("Enter", 13);
        tab.await("document.querySelectorAll('.act .replay').length === 1");
    }

    @Test
    void a_phone_shows_it_all_without_scrolling_sideways() {
        tab.look(360, 740, "dark");

        tab.press("#place");

        assertThat(tab.evaluate("document.documentElement.scrollWidth").asInt()).isLessThanOrEqualTo(360);
    }

    @Test
    void the_other_tenant_has_orders_of_its_own() {
        tab.press("#place");

        tab.evaluate("document.querySelector('[value=bob]').click()");

        tab.await("document.querySelector('#order-tenant').textContent === 'bob'");
        tab.await("document.querySelector('#order-count').textContent === '" + ordersOf(bob) + "'");
        assertThat(ordersOf(bob)).isNotEqualTo(ordersOf(alice));
    }

    private int orders() {
        return ordersOf(alice);
    }

    private static int ordersOf(Customer customer) {
        return Customer.json(customer.get("/orders")).size();
    }

    private int bars(String kind) {
        return tab.evaluate("document.querySelectorAll('.act li." + kind + "').length")
                .asInt();
    }
}
