package dev.seqd.mutants;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Other words for some of the sources, read from {@code src/test/mutants/<name>.patch}. After {@code file} and a path, lines
 * that begin with a minus stand there exactly once, and those that begin with a plus take their place.
 */
public final class Patch {
    private static final Path ROOT = root();
    private static final String FILE = "file ";

    private final List<String> lines;
    private final Map<Path, String> files = new LinkedHashMap<>();

    private Patch(List<String> lines) {
        this.lines = lines;
    }

    /**
     * What a patch makes of the files that it names, by their paths.
     *
     * @throws IllegalArgumentException if the sources are not those that it was made for
     */
    public static Map<Path, String> files(String name) {
        Patch patch = new Patch(read(ROOT.resolve("src/test/mutants/" + name + ".patch"))
                .lines()
                .toList());
        patch.apply();
        return patch.files;
    }

    private void apply() {
        Path file = ROOT;
        int at = 0;
        while (at < lines.size()) {
            String line = lines.get(at);
            if (line.startsWith(FILE)) {
                file = ROOT.resolve(line.substring(FILE.length()));
                files.putIfAbsent(file, read(file));
            }
            int words = end(at, "-");
            int instead = end(words, "+");
            if (words > at) {
                files.put(file, replaced(file, text(at, words), text(words, instead)));
            }
            at = Math.max(at + 1, instead);
        }
    }

    private int end(int from, String sign) {
        int end = from;
        while (end < lines.size() && lines.get(end).startsWith(sign)) {
            end++;
        }
        return end;
    }

    private String text(int from, int to) {
        return lines.subList(from, to).stream()
                .map(line -> line.substring(1) + "\n")
                .collect(Collectors.joining());
    }

    private String replaced(Path file, String words, String instead) {
        String source = String.valueOf(files.get(file));
        int at = source.indexOf(words);
        if (at < 0 || source.indexOf(words, at + 1) >= 0) {
            throw new IllegalArgumentException("in " + file + " this does not stand exactly once:\n" + words);
        }
        return source.substring(0, at) + instead + source.substring(at + words.length());
    }

    private static String read(Path path) {
        try {
            return Files.readString(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
}
