package dev.idempotency.documentation;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Compiles examples against the libraries that these tests have. */
record SnippetCompiler(Path classes) {

    /** Members of examples are nobody's to call, and Spring sees what the compiler does not: hence not every warning. */
    private static final List<String> OPTIONS =
            List.of("-proc:none", "-parameters", "-Xlint:deprecation,removal,unchecked,rawtypes", "-Werror");

    /** What the compiler has to say against the source; empty if nothing. */
    List<String> errors(String source) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        List<String> options = new ArrayList<>(OPTIONS);
        options.addAll(List.of("-classpath", System.getProperty("java.class.path"), "-d", classes.toString()));
        compiler.getTask(null, null, found, options, null, List.of(new Source(source)))
                .call();
        return found.getDiagnostics().stream()
                .map(diagnostic -> diagnostic.getLineNumber() + ": " + diagnostic.getMessage(Locale.ROOT))
                .toList();
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String text;

        Source(String text) {
            super(URI.create("string:///Snippet.java"), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
