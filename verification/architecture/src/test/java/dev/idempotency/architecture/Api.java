package dev.idempotency.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What others may use: types that are public and in no package with a part named {@code internal}. */
final class Api {

    /** What is published, and the classes that break its rules on purpose. */
    private static final List<String> ROOTS = Stream.of("core", "jdbc", "spring", "client", "test", "planted")
            .map("dev.idempotency."::concat)
            .toList();

    private Api() {}

    static DescribedPredicate<JavaClass> types() {
        return describe("are API", Api::isApi);
    }

    /** Those that {@code docs/api.md} has: types of the top level, but for what Spring Boot makes of the properties. */
    static boolean isListed(JavaClass type) {
        return type.isTopLevelClass() && isApi(type) && !isConfiguration(type);
    }

    static ArchCondition<JavaClass> nameNothingInternal() {
        return new ArchCondition<>("name nothing internal in what others see of them") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                supertypes(type)
                        .filter(Api::isInternal)
                        .forEach(hidden -> violated(events, type, "is a", type.getName(), hidden));
                type.getMembers().stream()
                        .filter(Api::isSeen)
                        .forEach(member -> typesOf(member)
                                .filter(Api::isInternal)
                                .forEach(hidden -> violated(events, type, "names", member.getFullName(), hidden)));
            }
        };
    }

    private static boolean isApi(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && isOfPublished(type.getPackageName())
                && !isInternal(type)
                && type.getEnclosingClass().map(Api::isApi).orElse(true);
    }

    static boolean isOfPublished(String packageName) {
        return ROOTS.stream().anyMatch(root -> (packageName + ".").startsWith(root + "."));
    }

    private static boolean isConfiguration(JavaClass type) {
        return type.isAnnotatedWith("org.springframework.boot.autoconfigure.AutoConfiguration")
                || type.getPackageName().endsWith(".autoconfigure")
                        && type.getSimpleName().endsWith("Properties");
    }

    private static boolean isInternal(JavaClass type) {
        return type.getPackageName().startsWith("dev.idempotency")
                && List.of(type.getPackageName().split("\\.")).contains("internal");
    }

    private static boolean isSeen(JavaMember member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        return (modifiers.contains(JavaModifier.PUBLIC) || modifiers.contains(JavaModifier.PROTECTED))
                && !modifiers.contains(JavaModifier.SYNTHETIC);
    }

    private static Stream<JavaClass> supertypes(JavaClass type) {
        return Stream.concat(type.getSuperclass().stream(), type.getInterfaces().stream())
                .map(JavaType::getAllInvolvedRawTypes)
                .flatMap(Set::stream);
    }

    private static Stream<JavaClass> typesOf(JavaMember member) {
        Stream<JavaClass> thrown =
                member instanceof JavaCodeUnit unit ? unit.getExceptionTypes().stream() : Stream.empty();
        return Stream.concat(member.getAllInvolvedRawTypes().stream(), thrown)
                .collect(Collectors.toCollection(LinkedHashSet::new))
                .stream();
    }

    private static void violated(ConditionEvents events, JavaClass type, String verb, String what, JavaClass hidden) {
        events.add(SimpleConditionEvent.violated(
                type, "%s: %s %s %s".formatted(type.getName(), what, verb, hidden.getName())));
    }
}
