package dev.seqd.mutants;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles patched sources beside the classes of this test. */
public final class Classes {
    private Classes() {}

    /**
     * The classes of the files of a {@link Patch}, by their names.
     *
     * @throws IllegalArgumentException if they do not compile
     */
    public static Map<String, byte[]> of(Map<Path, String> files) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> complaints = new DiagnosticCollector<>();
        List<String> options =
                List.of("-proc:none", "-nowarn", "-parameters", "-cp", System.getProperty("java.class.path"));
        List<JavaFileObject> units = new ArrayList<>();
        files.forEach((path, text) -> units.add(new Source(path, text)));
        try (Outputs outputs = new Outputs(compiler.getStandardFileManager(complaints, null, StandardCharsets.UTF_8))) {
            if (!compiler.getTask(null, outputs, complaints, options, null, units)
                    .call()) {
                throw new IllegalArgumentException("it does not compile: " + complaints.getDiagnostics());
            }
            Map<String, byte[]> classes = new HashMap<>();
            outputs.classes.forEach((name, output) -> classes.put(name, output.bytes.toByteArray()));
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes them into a directory for a class path. */
    public static void write(Map<Path, String> files, Path directory) throws IOException {
        for (Map.Entry<String, byte[]> one : of(files).entrySet()) {
            Path file = directory.resolve(one.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, one.getValue());
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

    private static final class Output extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        private Output(String name) {
            super(URI.create("mem:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }
    }

    private static final class Outputs extends ForwardingJavaFileManager<StandardJavaFileManager> {
        private final Map<String, Output> classes = new HashMap<>();

        private Outputs(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return classes.computeIfAbsent(name, Output::new);
        }
    }
}
