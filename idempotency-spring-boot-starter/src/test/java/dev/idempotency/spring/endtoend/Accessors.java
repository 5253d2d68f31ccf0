package dev.idempotency.spring.endtoend;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Tells accessors: methods that take nothing, change nothing, and call nothing but accessors. Methods that neither call nor change
 * anything are among them.
 */
final class Accessors {

    private static final String OURS = "dev/idempotency/";
    private static final Pattern GETTER = Pattern.compile("((get|is|has)[A-Z]\\w*|clone)\\(\\)|ofNullable\\(");

    private final ClassLoader loader;
    private final Map<String, Map<String, Body>> bodies = new HashMap<>();

    private Accessors(ClassLoader loader) {
        this.loader = loader;
    }

    static Accessors in(ClassLoader loader) {
        return new Accessors(loader);
    }

    boolean has(TypeDescription type, MethodDescription method) {
        return isAccessor(type.getInternalName(), method.getInternalName() + method.getDescriptor(), new HashSet<>());
    }

    private boolean isAccessor(String type, String method, Set<String> asking) {
        if (!asking.add(type + method)) {
            return true;
        }
        Body body =
                type.startsWith(OURS) ? bodies.computeIfAbsent(type, this::read).get(method) : null;
        if (body == null) {
            return isForeignGetter(method);
        }
        if (body.changes) {
            return false;
        }
        return body.calls.isEmpty()
                || method.contains("()")
                        && !method.endsWith(")V")
                        && body.calls.entrySet().stream()
                                .allMatch(call ->
                                        call.getValue().stream().allMatch(of -> isAccessor(of, call.getKey(), asking)));
    }

    /** Of a framework, or inherited from a class of one; or what copies or wraps a field. */
    private static boolean isForeignGetter(String method) {
        return GETTER.matcher(method).lookingAt();
    }

    private Map<String, Body> read(String type) {
        Map<String, Body> methods = new HashMap<>();
        try (InputStream in = loader.getResourceAsStream(type + ".class")) {
            new ClassReader(in)
                    .accept(
                            new ClassVisitor(Opcodes.ASM9) {
                                @Override
                                public MethodVisitor visitMethod(
                                        int access, String name, String descriptor, String generic, String[] thrown) {
                                    Body body = new Body();
                                    methods.put(name + descriptor, body);
                                    return body;
                                }
                            },
                            ClassReader.SKIP_DEBUG);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return methods;
    }

    /** What a method does. */
    private static final class Body extends MethodVisitor {

        private final Map<String, Set<String>> calls = new HashMap<>();
        private boolean changes;

        Body() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean onInterface) {
            calls.computeIfAbsent(name + descriptor, unseen -> new HashSet<>()).add(owner);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            changes = true;
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            changes |= opcode == Opcodes.PUTFIELD || opcode == Opcodes.PUTSTATIC;
        }
    }
}
