package dev.idempotency.spring.internal.web;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.security.access.annotation.Secured;
import org.springframework.security.access.prepost.PostAuthorize;
import org.springframework.security.access.prepost.PostFilter;
import org.springframework.security.access.prepost.PreAuthorize;
import org.springframework.security.access.prepost.PreFilter;
import org.springframework.security.authorization.method.AuthorizationAdvisor;

/** By which annotation a rule of method security was made. */
enum RuleKind {
    PRE_AUTHORIZE("@PreAuthorize", PreAuthorize.class),
    SECURED("@Secured", Secured.class),
    JAKARTA("A rule of jakarta.annotation.security", null),
    PRE_FILTER("@PreFilter", PreFilter.class),
    POST_AUTHORIZE("@PostAuthorize", PostAuthorize.class),
    POST_FILTER("@PostFilter", PostFilter.class),
    OTHER("A rule of the application", null);

    private static final String JAKARTA_PACKAGE = "jakarta.annotation.security.";

    private final String label;
    private final @Nullable Class<? extends Annotation> annotation;

    RuleKind(String label, @Nullable Class<? extends Annotation> annotation) {
        this.label = label;
        this.annotation = annotation;
    }

    String label() {
        return label;
    }

    /** An advisor does not tell its annotation, but which methods it is for: this asks with a method for each annotation. */
    static RuleKind of(AuthorizationAdvisor rule, Class<?> type, Method method) {
        Pointcut pointcut = rule.getPointcut();
        if (isFor(pointcut, "unmarked")) {
            return OTHER;
        }
        return Arrays.stream(values())
                .filter(kind -> kind.annotation != null && isFor(pointcut, kind.annotation.getSimpleName()))
                .findFirst()
                .orElse(isJakarta(type, method) ? JAKARTA : OTHER);
    }

    private static boolean isFor(Pointcut pointcut, String name) {
        return Arrays.stream(Marked.class.getDeclaredMethods())
                .filter(marked -> marked.getName().equalsIgnoreCase(name))
                .anyMatch(marked -> pointcut.getClassFilter().matches(Marked.class)
                        && pointcut.getMethodMatcher().matches(marked, Marked.class));
    }

    /** Whether such a rule on this handler can be asked without the handler's arguments and result. */
    boolean isAskedOn(Class<?> type, Method method) {
        return switch (this) {
            case SECURED, JAKARTA -> true;
            case PRE_AUTHORIZE -> !namesAnArgument(type, method);
            case PRE_FILTER, POST_AUTHORIZE, POST_FILTER, OTHER -> false;
        };
    }

    private static boolean isJakarta(Class<?> type, Method method) {
        return Stream.of(annotations(method), annotations(type))
                .flatMap(MergedAnnotations::stream)
                .anyMatch(found -> found.getType().getName().startsWith(JAKARTA_PACKAGE));
    }

    /** Variables are arguments. What an annotation fills into the expression of another one counts as well. */
    private static boolean namesAnArgument(Class<?> type, Method method) {
        return Stream.of(annotations(method), annotations(type))
                .flatMap(all -> all.stream(PreAuthorize.class))
                .flatMap(RuleKind::withSources)
                .flatMap(source -> source.asMap().values().stream())
                .flatMap(value -> value instanceof String[] texts ? Stream.of(texts) : Stream.of(value))
                .map(String::valueOf)
                .anyMatch(text -> text.replaceAll("#(root|this)\\b", "").contains("#"));
    }

    private static Stream<MergedAnnotation<?>> withSources(MergedAnnotation<?> annotation) {
        return Stream.<Optional<MergedAnnotation<?>>>iterate(
                        Optional.of(annotation),
                        Optional::isPresent,
                        found -> found.<MergedAnnotation<?>>map(MergedAnnotation::getMetaSource))
                .flatMap(Optional::stream);
    }

    private static MergedAnnotations annotations(AnnotatedElement element) {
        return MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY);
    }

    /** A method for each annotation, which only pointcuts look at. */
    interface Marked {

        void unmarked();

        @PreAuthorize("true")
        void preAuthorize();

        @Secured("any")
        void secured();

        @PreFilter("true")
        void preFilter();

        @PostAuthorize("true")
        void postAuthorize();

        @PostFilter("true")
        void postFilter();
    }
}
