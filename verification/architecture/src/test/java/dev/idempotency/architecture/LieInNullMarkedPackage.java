package dev.idempotency.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.jspecify.annotations.NullMarked;

/** Without it, NullAway passes over the whole package in silence. */
final class LieInNullMarkedPackage extends ArchCondition<JavaClass> {

    LieInNullMarkedPackage() {
        super("lie in a @NullMarked package");
    }

    @Override
    public void check(JavaClass item, ConditionEvents events) {
        boolean marked = item.getPackage().isAnnotatedWith(NullMarked.class);
        String message = "%s lies in a package %s @NullMarked".formatted(item.getName(), marked ? "with" : "without");
        events.add(new SimpleConditionEvent(item, marked, message));
    }
}
