package dev.idempotency.spring.endpoint;

import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.context.ApplicationContext;
import org.springframework.data.mapping.PersistentProperty;
import org.springframework.data.mapping.context.PersistentEntities;
import org.springframework.data.rest.core.mapping.ResourceMappings;
import org.springframework.data.rest.core.mapping.ResourceMetadata;
import org.springframework.data.rest.core.mapping.ResourceType;
import org.springframework.http.HttpMethod;
import org.springframework.web.bind.annotation.RequestMethod;

/** Asks Spring Data REST itself. */
final class DataRestRepositories implements ExportedRepositories {

    private static final String REPOSITORY = "/{repository}";
    private static final String PROPERTY = "/{property}";

    private final ResourceMappings resources;
    private final PersistentEntities entities;

    private DataRestRepositories(ResourceMappings resources, PersistentEntities entities) {
        this.resources = resources;
        this.entities = entities;
    }

    static ExportedRepositories of(ApplicationContext context) {
        ResourceMappings resources =
                context.getBeanProvider(ResourceMappings.class).getIfUnique();
        PersistentEntities entities =
                context.getBeanProvider(PersistentEntities.class).getIfUnique();
        return resources == null || entities == null ? UNKNOWN : new DataRestRepositories(resources, entities);
    }

    @Override
    public Stream<String> patterns(String template, RequestMethod method) {
        if (!template.contains(REPOSITORY)) {
            return Stream.of(template);
        }
        HttpMethod asked = method.asHttpMethod();
        return resources.stream()
                .filter(ResourceMetadata::isExported)
                .flatMap(resource -> template.contains(PROPERTY)
                        ? ofProperties(resource, template, asked)
                        : ofResource(resource, template, asked));
    }

    private static Stream<String> ofResource(ResourceMetadata resource, String template, HttpMethod method) {
        ResourceType type = template.endsWith(REPOSITORY) ? ResourceType.COLLECTION : ResourceType.ITEM;
        return resource.getSupportedHttpMethods().getMethodsFor(type).contains(method)
                ? Stream.of(template.replace(REPOSITORY, resource.getPath().toString()))
                : Stream.of();
    }

    /** Of those that lead to other entities. */
    private Stream<String> ofProperties(ResourceMetadata resource, String template, HttpMethod method) {
        return entities.getPersistentEntity(resource.getDomainType()).stream()
                .flatMap(entity -> StreamSupport.stream(entity.spliterator(), false))
                .filter(PersistentProperty::isAssociation)
                .filter(property -> resource.isExported(property)
                        && resource.getSupportedHttpMethods()
                                .getMethodsFor(property)
                                .contains(method))
                .map(property -> template.replace(REPOSITORY, resource.getPath().toString())
                        .replace(
                                PROPERTY,
                                resource.getMappingFor(property).getPath().toString()));
    }
}
