package dev.seqd.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * {@code ./seqd cluster} with a database of its own that is new and thrown away at the end. Ends with this process. Confined
 * to one thread.
 */
final class LocalService implements AutoCloseable {
    private static final int FIRST_PORT = 23_000;
    private static final int LAST_PORT = 31_000;
    private static final int END_SECONDS = 60;
    private static final String UP = "The cluster is up.";

    private final Path home;
    private final Path data;
    private final int port;
    private final int nodes;
    private final Process process;
    private final Thread atExit;

    private LocalService(Path home, Path data, int port, int nodes) throws IOException {
        this.home = home;
        this.data = data;
        this.port = port;
        this.nodes = nodes;
        this.process = seqd("cluster", "--nodes", "" + nodes, "--http-port", "" + port, "--data", data.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        this.atExit = new Thread(process::destroy, "bench-end-of-cluster");
        Runtime.getRuntime().addShutdownHook(atExit);
    }

    /** Starts that many nodes. Blocks until they serve. */
    static LocalService start(int nodes) {
        Path home = Path.of(System.getProperty("seqd.bench.home", ".")).toAbsolutePath();
        try {
            Path target = Files.createDirectories(home.resolve("bench").resolve("target"));
            Path data = Files.createTempDirectory(target, "cluster-");
            LocalService service = new LocalService(home, data, freePorts(nodes), nodes);
            service.awaitUp();
            return service;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void awaitUp() throws IOException {
        BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = out.readLine();
        while (line != null && !line.startsWith(UP)) {
            line = out.readLine();
        }
        if (line == null) {
            end();
            throw new IOException("the cluster did not start; its logs are in " + data.resolve("log"));
        }
    }

    /** The first of so many free ports in a row, all below the ephemeral ones. */
    private static int freePorts(int count) {
        int offset = (int) (ProcessHandle.current().pid() % 4_000);
        return IntStream.range(FIRST_PORT + offset, LAST_PORT)
                .filter(first -> IntStream.range(first, first + count).allMatch(LocalService::isFree))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no free ports"));
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    /** A call of the command, yet to be started. */
    ProcessBuilder seqd(String... arguments) {
        Stream<String> command = Stream.concat(Stream.of(home.resolve("seqd").toString()), Stream.of(arguments));
        return new ProcessBuilder(command.toList());
    }

    List<String> endpoints() {
        return IntStream.range(port, port + nodes)
                .mapToObj(each -> "http://127.0.0.1:" + each)
                .toList();
    }

    String jdbcUrl() {
        return "jdbc:postgresql://127.0.0.1:" + read("port") + "/postgres";
    }

    String jdbcUser() {
        return "seqd";
    }

    String jdbcPassword() {
        return read("password");
    }

    private String read(String file) {
        try {
            return Files.readString(data.resolve(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        end();
        try {
            delete();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void end() {
        process.destroy();
        try {
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the cluster does not end; its data is in " + data);
            }
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", e);
        }
    }

    private void delete() throws IOException {
        try (Stream<Path> files = Files.walk(data)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
