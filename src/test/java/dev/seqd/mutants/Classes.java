package dev.seqd.mutants;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Makes what a class path needs of patched sources. */
public final class Classes {
    private Classes() {}

    /**
     * Compiles a {@link Patch} into a directory.
     *
     * @throws IllegalArgumentException if it does not compile
     */
    public static void write(Map<Path, String> files, Path directory) throws IOException {
        List<JavaFileObject> units = new ArrayList<>();
        files.forEach((path, text) -> units.add(new Source(path, text)));
        compile(units, directory);
    }

    private static void compile(List<JavaFileObject> units, Path directory) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> complaints = new DiagnosticCollector<>();
        List<String> options =
                List.of("-proc:none", "-nowarn", "-parameters", "-cp", System.getProperty("java.class.path"));
        try (StandardJavaFileManager manager =
                compiler.getStandardFileManager(complaints, null, StandardCharsets.UTF_8)) {
            manager.setLocationFromPaths(StandardLocation.CLASS_OUTPUT, List.of(directory));
            if (!compiler.getTask(null, manager, complaints, options, null, units)
                    .call()) {
                throw new IllegalArgumentException("it does not compile: " + complaints.getDiagnostics());
            }
        }
    }

    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        private Source(Path path, String text) {
            super(path.toUri(), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
