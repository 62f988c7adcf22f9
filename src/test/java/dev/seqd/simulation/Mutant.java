package dev.seqd.simulation;

import com.typesafe.config.Config;
import dev.seqd.allocator.Grant;
import dev.seqd.client.SeqClient;
import dev.seqd.core.SequenceState;
import dev.seqd.http.HttpNode;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.pekko.actor.ActorPath;
import org.apache.pekko.actor.typed.ActorRef;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import scala.Function1;

/**
 * The simulation and the product as they would be with other words in their sources: those classes are compiled anew, and
 * everything of seqd is loaded once more around them. Nothing in the product knows of it.
 */
final class Mutant {
    private static final List<Class<?>> USED = List.of(
            Mutant.class,
            SequenceState.class,
            Grant.class,
            HttpNode.class,
            SeqClient.class,
            ActorRef.class,
            ActorPath.class,
            Function1.class,
            Config.class,
            Logger.class,
            Nullable.class);

    private final Map<String, byte[]> changed;

    private Mutant(Map<String, byte[]> changed) {
        this.changed = changed;
    }

    /**
     * Compiles what a patch leaves of the sources: {@code mutants/<name>.patch}. After {@code file} and a path, lines that begin
     * with a minus stand there exactly once, and those that begin with a plus take their place.
     */
    static Mutant of(String name) {
        Map<Path, String> sources = new LinkedHashMap<>();
        Path file = root();
        List<String> patch = read(root().resolve("src/test/mutants/" + name + ".patch"))
                .lines()
                .toList();
        for (int i = 0; i < patch.size(); i++) {
            if (patch.get(i).startsWith("file ")) {
                file = root().resolve(patch.get(i).substring("file ".length()));
                sources.putIfAbsent(file, read(file));
            } else if (patch.get(i).startsWith("-")) {
                int from = i;
                int changed = endOf('-', patch, from);
                i = endOf('+', patch, changed) - 1;
                String words = text(patch.subList(from, changed));
                sources.put(file, replaced(sources.get(file), words, text(patch.subList(changed, i + 1))));
            }
        }
        return new Mutant(compiled(sources));
    }

    private static int endOf(char sign, List<String> patch, int from) {
        int end = from;
        while (end < patch.size() && patch.get(end).startsWith(String.valueOf(sign))) {
            end++;
        }
        return end;
    }

    private static String text(List<String> lines) {
        return lines.stream().map(line -> line.substring(1) + "\n").collect(Collectors.joining());
    }

    private static String replaced(String source, String words, String instead) {
        int at = source.indexOf(words);
        if (at < 0 || source.indexOf(words, at + 1) >= 0) {
            throw new IllegalArgumentException("this does not stand there once: " + words);
        }
        return source.substring(0, at) + instead + source.substring(at + words.length());
    }

    /** The first directory above that holds all modules. */
    private static Path root() {
        Path path = Path.of("").toAbsolutePath();
        while (path != null && !Files.isDirectory(path.resolve("allocator/src/main/java"))) {
            path = path.getParent();
        }
        if (path == null) {
            throw new IllegalStateException(
                    "the sources are nowhere above " + Path.of("").toAbsolutePath());
        }
        return path;
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Map<String, byte[]> compiled(Map<Path, String> sources) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> complaints = new DiagnosticCollector<>();
        List<String> options = List.of("-proc:none", "-nowarn", "-classpath", classPath());
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((path, text) -> units.add(new Source(path, text)));
        try (Outputs outputs = new Outputs(compiler.getStandardFileManager(complaints, null, StandardCharsets.UTF_8))) {
            if (!compiler.getTask(null, outputs, complaints, options, null, units)
                    .call()) {
                throw new IllegalArgumentException("it does not compile: " + complaints.getDiagnostics());
            }
            Map<String, byte[]> classes = new HashMap<>();
            outputs.classes.forEach((name, output) -> classes.put(name, output.toByteArray()));
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Where this test's classes come from, and all that the patched ones use. */
    private static String classPath() {
        Set<String> places = new LinkedHashSet<>();
        for (Class<?> one : USED) {
            places.add(Path.of(URI.create(one.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toString()))
                    .toString());
        }
        return String.join(File.pathSeparator, places);
    }

    /** Simulates it until it breaks one of the rules of a clause. */
    Found simulate(Clause clause, long seed, long mostSteps) {
        try {
            Class<?> type = new Loader(changed).loadClass(Simulation.class.getName());
            Object simulation = type.getConstructor(long.class).newInstance(seed);
            boolean kept = (boolean)
                    type.getMethod("runFor", String.class, long.class).invoke(simulation, clause.name(), mostSteps);
            return new Found(!kept, (long) type.getMethod("steps").invoke(simulation), simulation);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * What a simulation came to.
     *
     * @param broken whether a rule was broken
     * @param steps after how many steps, or how many there were
     * @param simulation the simulation, of classes of its own
     */
    record Found(boolean broken, long steps, Object simulation) {
        String failure() {
            return told("failure");
        }

        String story() {
            return told("story");
        }

        private String told(String what) {
            try {
                return (String) simulation.getClass().getMethod(what).invoke(simulation);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
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

    private static final class Output extends SimpleJavaFileObject {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        private Output(String name) {
            super(URI.create("mem:///" + name.replace('.', '/') + ".class"), Kind.CLASS);
        }

        @Override
        public OutputStream openOutputStream() {
            return bytes;
        }

        private byte[] toByteArray() {
            return bytes.toByteArray();
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

    /** Loads all of seqd itself, what was compiled anew before anything else; the rest is as ever. */
    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> changed;

        private Loader(Map<String, byte[]> changed) {
            super(Mutant.class.getClassLoader());
            this.changed = changed;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.seqd.")) {
                return super.loadClass(name, resolve);
            }
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? define(name) : loaded;
            }
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            byte[] bytes = changed.containsKey(name) ? changed.get(name) : original(name);
            return defineClass(name, bytes, 0, bytes.length);
        }

        private byte[] original(String name) throws ClassNotFoundException {
            try (InputStream stream = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (stream == null) {
                    throw new ClassNotFoundException(name);
                }
                return stream.readAllBytes();
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }
}
