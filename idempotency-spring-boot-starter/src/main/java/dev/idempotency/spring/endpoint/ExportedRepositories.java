package dev.idempotency.spring.endpoint;

import java.util.stream.Stream;
import org.springframework.web.bind.annotation.RequestMethod;

/** The repositories that Spring Data REST serves: its handlers are mapped to templates that stand for all of them. */
interface ExportedRepositories {

    /** They cannot be asked for, so the template stands for itself. */
    ExportedRepositories UNKNOWN = (template, method) -> Stream.of(template);

    /** What the template stands for and takes the method. A template without a repository in it stands for itself. */
    Stream<String> patterns(String template, RequestMethod method);

    /** Whether this is one of Spring Data REST's own handlers. */
    static boolean serves(Class<?> handler) {
        return handler.getName().startsWith("org.springframework.data.rest.webmvc.");
    }
}
