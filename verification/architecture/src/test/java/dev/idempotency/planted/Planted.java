package dev.idempotency.planted;

import dev.idempotency.planted.internal.Hidden;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.logging.Logger;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** One class for every way to break a rule; the package is not null-marked, which breaks one more. */
public final class Planted {

    private Planted() {}

    public static final class LowerCase {
        String of(String text) {
            return text.toLowerCase();
        }
    }

    public static final class UpperCaseByReference {
        UnaryOperator<String> operator() {
            return String::toUpperCase;
        }
    }

    public interface HiddenReturned {
        Hidden hidden();
    }

    public static final class HiddenTaken {
        public HiddenTaken(Hidden hidden) {}
    }

    public interface HiddenInGenerics {
        Map<String, List<Hidden>> hidden();
    }

    public abstract static class HiddenField {
        protected Hidden hidden;
    }

    public abstract static class HiddenSupertype implements Supplier<Hidden> {}

    public static final class OrderManager {}

    public static final class OrderHelper {}

    public static final class OrderUtil {}

    public static final class OrderUtils {}

    public static final class OrderImpl {}

    public static final class InjectedField {
        @Autowired
        String name;
    }

    public static final class InjectedValue {
        @Value("${name}")
        String name;
    }

    public static final class ConditionalBean {
        @Bean
        @ConditionalOnClass(String.class)
        String name() {
            return "";
        }
    }

    public static final class JavaUtilLogging {
        void log() {
            Logger.getLogger("planted").info("");
        }
    }

    public static final class Printing {
        void print() {
            System.out.println();
        }
    }

    public static final class PrintingStackTrace {
        void print(Exception e) {
            e.printStackTrace();
        }
    }
}
