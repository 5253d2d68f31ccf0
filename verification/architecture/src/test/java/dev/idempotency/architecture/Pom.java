package dev.idempotency.architecture;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** A {@code pom.xml}, asked by XPath. */
record Pom(Document document) {

    static Pom of(Path directory) {
        try {
            Path file = directory.resolve("pom.xml");
            return new Pom(
                    DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()));
        } catch (Exception e) {
            throw new IllegalStateException("Cannot read the pom.xml of " + directory, e);
        }
    }

    /** The trimmed texts of all matching elements, in the order of the file. */
    List<String> texts(String path) {
        try {
            NodeList nodes =
                    (NodeList) XPathFactory.newInstance().newXPath().evaluate(path, document, XPathConstants.NODESET);
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < nodes.getLength(); i++) {
                texts.add(nodes.item(i).getTextContent().trim());
            }
            return texts;
        } catch (Exception e) {
            throw new IllegalStateException("Cannot ask for " + path, e);
        }
    }
}
