package dev.idempotency.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** What a reader copies into a build is what this build makes. */
class CoordinatesTest {

    private static final Pattern MAVEN = Pattern.compile("<groupId>dev\\.idempotency</groupId>\\s*"
            + "<artifactId>([^<]+)</artifactId>\\s*<version>([^<]+)</version>");
    private static final Pattern GRADLE = Pattern.compile("\"dev\\.idempotency:([^:\"]+):([^:\"]+)\"");

    @Test
    void every_dependency_on_this_project_has_the_name_and_version_of_a_module() throws Exception {
        String version = text(Checkout.root().resolve("pom.xml").toString(), "/project/version");

        List<String> named =
                Stream.concat(found("xml", MAVEN), found("kotlin", GRADLE)).toList();

        assertThat(named)
                .hasSizeGreaterThanOrEqualTo(2)
                .allSatisfy(coordinates -> assertThat(coordinates).endsWith(":" + version))
                .allSatisfy(coordinates -> assertThat(
                                Checkout.root().resolve(coordinates.split(":")[0]))
                        .isDirectory());
    }

    private static Stream<String> found(String language, Pattern coordinates) {
        return Checkout.blocks(language).stream()
                .flatMap(block -> coordinates.matcher(block.text()).results())
                .map(found -> found.group(1) + ":" + found.group(2));
    }

    private static String text(String pom, String path) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom);
        return XPathFactory.newInstance().newXPath().evaluate(path, document);
    }
}
