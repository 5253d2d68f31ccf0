package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LinksTest {

    @Test
    void every_link_and_anchor_of_every_document_leads_somewhere() {
        assertThat(Checkout.documents())
                .hasSizeGreaterThan(10)
                .allSatisfy(document -> assertThat(new Links(document).broken()).isEmpty());
    }

    @Test
    void the_index_leads_to_every_document() {
        MarkdownFile index = MarkdownFile.read(Checkout.root().resolve("docs/README.md"));

        assertThat(Checkout.documents())
                .filteredOn(
                        document -> document.path().startsWith(Checkout.root().resolve("docs")))
                .filteredOn(document -> !document.equals(index))
                .allSatisfy(document -> assertThat(new Links(index).files()).contains(document.path()));
    }

    @Test
    void a_file_or_heading_that_is_not_there_is_found() {
        assertThat(broken("See [a](missing.md) and [b](README.md#no-such-heading).", "[c]: docs/missing.md"))
                .containsExactly(
                        "PLANTED.md:1 missing.md: no such file",
                        "PLANTED.md:1 README.md#no-such-heading: no such heading",
                        "PLANTED.md:2 docs/missing.md: no such file");
    }

    @Test
    void a_picture_that_is_not_there_is_found() {
        assertThat(broken("![a](docs/images/missing.svg)", "<img src=\"docs/missing.png\">"))
                .hasSize(2);
    }

    @Test
    void an_address_elsewhere_is_judged_by_its_form() {
        assertThat(broken("[a](https://example.org/page#part)", "[b](http://example.org)", "[c](https://)"))
                .containsExactly(
                        "PLANTED.md:2 http://example.org: not an https address",
                        "PLANTED.md:3 https://: no valid address");
    }

    @Test
    void headings_get_the_anchors_that_github_gives_them() {
        MarkdownFile file = planted(
                "# What it's for: `POST`, [PATCH](x) & more", "## Two  words_1", "## Again", "## Again", "##", "#no");

        assertThat(Anchors.of(file))
                .containsExactly("what-its-for-post-patch--more", "two--words_1", "again", "again-1");
    }

    @Test
    void what_looks_like_a_link_inside_code_is_none() {
        assertThat(broken("`[a](missing.md)`", "```java", "// [b](missing.md)", "```"))
                .isEmpty();
    }

    private static List<String> broken(String... lines) {
        return new Links(planted(lines)).broken();
    }

    private static MarkdownFile planted(String... lines) {
        return MarkdownFile.parse(Checkout.root().resolve("PLANTED.md"), List.of(lines));
    }
}
