package dev.idempotency.spring.endpoint;

import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;

/**
 * What other libraries serve, where their handler mappings alone do not tell it.
 *
 * @param graphQlPath where Spring GraphQL is served, if it is there
 * @param repositories what Spring Data REST serves
 */
record ForeignRoutes(String graphQlPath, ExportedRepositories repositories) {

    private static final boolean DATA_REST = ClassUtils.isPresent(
            "org.springframework.data.rest.core.mapping.ResourceMappings", ForeignRoutes.class.getClassLoader());

    static ForeignRoutes of(ApplicationContext context) {
        return new ForeignRoutes(
                context.getEnvironment().getProperty("spring.graphql.http.path", "/graphql"),
                DATA_REST ? DataRestRepositories.of(context) : ExportedRepositories.UNKNOWN);
    }
}
