package dev.idempotency.spring.endtoend;

import static net.bytebuddy.matcher.ElementMatchers.isConstructor;
import static net.bytebuddy.matcher.ElementMatchers.isMethod;
import static net.bytebuddy.matcher.ElementMatchers.none;

import java.lang.instrument.Instrumentation;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.agent.ByteBuddyAgent;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.agent.builder.AgentBuilder.RedefinitionStrategy;
import net.bytebuddy.agent.builder.ResettableClassFileTransformer;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.utility.JavaModule;

/**
 * Has the main code of all modules tell {@link Calls} of each call, as long as it is open. Values are left out, which are records,
 * enums and sealed interfaces; so are {@link Accessors}. The body of a lambda is a method of the class that it stands in.
 */
final class Tracer implements AutoCloseable {

    /** A JVM before 19 forgets the names of parameters when a class is transformed, and Actuator goes by the names of these. */
    private static final String KNOWN_BY_PARAMETER_NAMES = "dev.idempotency.spring.internal.actuate.";

    private static final Set<String> OF_OBJECT = Set.of("equals", "hashCode", "toString");

    private final Instrumentation instrumentation;
    private final ResettableClassFileTransformer transformer;

    private Tracer(Instrumentation instrumentation, ResettableClassFileTransformer transformer) {
        this.instrumentation = instrumentation;
        this.transformer = transformer;
    }

    /** Descriptions from byte code, as reflection would load classes while no transformer sees it. */
    static Tracer open() {
        Instrumentation instrumentation = ByteBuddyAgent.install();
        ResettableClassFileTransformer transformer = new AgentBuilder.Default(new ByteBuddy().ignore(none()))
                .disableClassFormatChanges()
                .with(RedefinitionStrategy.RETRANSFORMATION)
                .with(RedefinitionStrategy.DiscoveryStrategy.Reiterating.INSTANCE)
                .with(AgentBuilder.DescriptionStrategy.Default.POOL_ONLY)
                .with(AgentBuilder.Listener.StreamWriting.toSystemError().withErrorsOnly())
                .ignore(none())
                .type((type, loader, module, redefined, domain) -> isTraced(type, domain))
                .transform(Tracer::instrumented)
                .installOn(instrumentation);
        return new Tracer(instrumentation, transformer);
    }

    private static boolean isTraced(TypeDescription type, ProtectionDomain domain) {
        if (!type.getName().startsWith("dev.idempotency.")
                || type.getName().startsWith(KNOWN_BY_PARAMETER_NAMES)
                || type.isRecord()
                || type.isEnum()
                || (type.isInterface() && type.isSealed())) {
            return false;
        }
        CodeSource source = domain == null ? null : domain.getCodeSource();
        String place = source == null ? "" : source.getLocation().getPath();
        return !place.isEmpty() && !place.contains("test-classes") && !place.contains("testbed");
    }

    private static DynamicType.Builder<?> instrumented(
            DynamicType.Builder<?> builder,
            TypeDescription type,
            ClassLoader loader,
            JavaModule module,
            ProtectionDomain domain) {
        Accessors accessors = Accessors.in(loader);
        return builder.visit(Advice.to(OfMethods.class)
                        .on(isMethod().and(method -> isCounted(method) && !accessors.has(type, method))))
                .visit(Advice.to(OfConstructors.class).on(isConstructor()));
    }

    private static boolean isCounted(MethodDescription method) {
        return !method.isAbstract()
                && !method.isNative()
                && !method.isBridge()
                && !OF_OBJECT.contains(method.getName());
    }

    @Override
    public void close() {
        transformer.reset(instrumentation, RedefinitionStrategy.RETRANSFORMATION);
    }

    /** Put into methods. */
    static final class OfMethods {

        private OfMethods() {}

        @Advice.OnMethodEnter
        static int enter(@Advice.Origin("#t") String type, @Advice.Origin("#m") String method) {
            return Calls.entered(type, method);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter int open) {
            Calls.left(open);
        }
    }

    /** Put into constructors, whose byte code cannot be told that they throw. */
    static final class OfConstructors {

        private OfConstructors() {}

        @Advice.OnMethodEnter
        static int enter(@Advice.Origin("#t") String type) {
            return Calls.entered(type, Calls.CONSTRUCTOR);
        }

        @Advice.OnMethodExit
        static void exit(@Advice.Enter int open) {
            Calls.left(open);
        }
    }
}
