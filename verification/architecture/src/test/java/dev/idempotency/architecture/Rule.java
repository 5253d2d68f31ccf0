package dev.idempotency.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noMethods;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.GeneralCodingRules;
import dev.idempotency.core.planted.FrameworkInCore;
import dev.idempotency.core.planted.SqlInCore;
import dev.idempotency.jdbc.planted.JvmClock;
import dev.idempotency.planted.Planted;
import dev.idempotency.planted.cycle.one.One;
import dev.idempotency.planted.cycle.two.Two;
import java.time.Clock;
import java.util.Date;
import java.util.List;
import java.util.function.Predicate;

/** What main code must keep to, each rule with classes that break it and must be caught. */
enum Rule {
    CORE_KNOWS_NO_FRAMEWORK(
            classes()
                    .that()
                    .resideInAPackage("dev.idempotency.core..")
                    .should()
                    .onlyDependOnClassesThat()
                    .resideInAnyPackage(
                            "dev.idempotency.core..", "java..", "javax.crypto..", "org.slf4j..", "org.jspecify.."),
            FrameworkInCore.class),

    CORE_KNOWS_NO_DATABASE(
            noClasses()
                    .that()
                    .resideInAPackage("dev.idempotency.core..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("java.sql..", "javax.sql.."),
            SqlInCore.class),

    THE_API_NAMES_NOTHING_INTERNAL(
            classes().that(Api.types()).should(Api.nameNothingInternal()),
            Planted.HiddenReturned.class,
            Planted.HiddenTaken.class,
            Planted.HiddenInGenerics.class,
            Planted.HiddenField.class,
            Planted.HiddenSupertype.class),

    NO_PACKAGE_CYCLES(slices().matching("dev.idempotency.(**)").should().beFreeOfCycles(), One.class, Two.class),

    CASE_CHANGES_NAME_THEIR_LOCALE(
            noClasses()
                    .should()
                    .accessTargetWhere(target(
                            "change case by the default locale",
                            target -> target.getOwner().isEquivalentTo(String.class)
                                    && List.of("toLowerCase()", "toUpperCase()").contains(signature(target)))),
            Planted.LowerCase.class,
            Planted.UpperCaseByReference.class),

    THE_STORE_READS_THE_CLOCK_OF_THE_DATABASE(
            noClasses()
                    .that()
                    .resideInAPackage("dev.idempotency.jdbc..")
                    .should()
                    .accessTargetWhere(target("read the clock of the JVM", Rule::readsTheClock)),
            JvmClock.OfInstant.class,
            JvmClock.OfInstantByReference.class,
            JvmClock.OfLocalDateTime.class,
            JvmClock.OfSystem.class,
            JvmClock.OfDate.class,
            JvmClock.OfClock.class),

    NAMES_SAY_WHAT_A_THING_IS(
            noClasses().should().haveNameMatching(".*(Manager|Helper|Utils?|Impl)"),
            Planted.OrderManager.class,
            Planted.OrderHelper.class,
            Planted.OrderUtil.class,
            Planted.OrderUtils.class,
            Planted.OrderImpl.class),

    PACKAGES_ARE_NULL_MARKED(classes().should(new LieInNullMarkedPackage()), Planted.class),

    NO_FIELD_INJECTION(
            GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION.allowEmptyShould(true),
            Planted.InjectedField.class,
            Planted.InjectedValue.class),

    NO_CONDITIONAL_ON_CLASS_ON_BEAN_METHODS(
            noMethods()
                    .that()
                    .areAnnotatedWith("org.springframework.context.annotation.Bean")
                    .should()
                    .beAnnotatedWith("org.springframework.boot.autoconfigure.condition.ConditionalOnClass")
                    .allowEmptyShould(true),
            Planted.ConditionalBean.class),

    NO_JAVA_UTIL_LOGGING(
            noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging.."),
            Planted.JavaUtilLogging.class),

    NO_STANDARD_STREAMS(
            GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS,
            Planted.Printing.class,
            Planted.PrintingStackTrace.class);

    private final ArchRule rule;
    private final List<Class<?>> planted;

    Rule(ArchRule rule, Class<?>... planted) {
        this.rule = rule;
        this.planted = List.of(planted);
    }

    ArchRule rule() {
        return rule;
    }

    List<Class<?>> planted() {
        return planted;
    }

    private static DescribedPredicate<JavaAccess<?>> target(String description, Predicate<AccessTarget> predicate) {
        return describe(description, access -> predicate.test(access.getTarget()));
    }

    private static boolean readsTheClock(AccessTarget target) {
        return target.getOwner().getPackageName().equals("java.time")
                        && target.getName().equals("now")
                || target.getOwner().isEquivalentTo(Clock.class)
                        && target.getName().startsWith("system")
                || target.getOwner().isEquivalentTo(System.class)
                        && target.getName().equals("currentTimeMillis")
                || target.getOwner().isEquivalentTo(Date.class)
                        && signature(target).equals("<init>()");
    }

    /** Name and parameters without the owner. */
    private static String signature(AccessTarget target) {
        return target.getFullName().substring(target.getOwner().getFullName().length() + 1);
    }
}
