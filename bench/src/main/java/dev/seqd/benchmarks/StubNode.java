package dev.seqd.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A node over real HTTP that hands out contiguous blocks from memory, each as large as asked for, a fixed time after the
 * request has arrived: what a client sees of a healthy cluster, always equally far away. Knows every sequence.
 *
 * <p>Besides what {@code docs/http-api.md} describes, {@code GET /stub} tells how many blocks and values it has granted.
 */
final class StubNode implements AutoCloseable {
    private static final int FIRST_PORT = 21_000;
    private static final int PORTS = 8_000;
    private static final int THREADS = 4;
    private static final Pattern COUNT = Pattern.compile("\"count\"\\s*:\\s*\"?(\\d+)");
    private static final Pattern BLOCKS = Pattern.compile("/v1/sequences/([^/]+)/blocks");

    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final ScheduledExecutorService delays = new ScheduledThreadPoolExecutor(1);
    private final Map<String, AtomicLong> sequences = new ConcurrentHashMap<>();
    private final AtomicLong grants = new AtomicLong();
    private final AtomicLong values = new AtomicLong();
    private final Duration delay;
    private final HttpServer server;

    /** Listens on a free port of the loopback address until closed. */
    StubNode(Duration delay) throws IOException {
        this.delay = delay;
        this.server = bind();
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** Below the ephemeral ports, which connections of others take now and then. */
    private static HttpServer bind() throws IOException {
        int first = (int) (ProcessHandle.current().pid() % PORTS);
        for (int i = 0; i < PORTS; i++) {
            int port = FIRST_PORT + (first + i) % PORTS;
            try {
                return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            } catch (BindException e) {
                // Taken; the next one may be free.
            }
        }
        throw new IOException("no free port");
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        String path = exchange.getRequestURI().getPath();
        Matcher blocks = BLOCKS.matcher(path);
        Matcher count = COUNT.matcher(body);
        if (exchange.getRequestMethod().equals("POST") && blocks.matches() && count.find()) {
            String answer = grant(blocks.group(1), Long.parseLong(count.group(1)));
            var unused = delays.schedule(
                    () -> threads.execute(() -> send(exchange, 200, answer)), delay.toNanos(), TimeUnit.NANOSECONDS);
        } else if (path.equals("/v1/cluster")) {
            send(exchange, 200, cluster());
        } else if (path.equals("/stub")) {
            send(
                    exchange,
                    200,
                    String.format(Locale.ROOT, "{\"grants\":%d,\"values\":%d}", grants.get(), values.get()));
        } else {
            send(exchange, 404, "{}");
        }
    }

    private String grant(String sequence, long count) {
        long first =
                sequences.computeIfAbsent(sequence, name -> new AtomicLong(1)).getAndAdd(count);
        values.addAndGet(count);
        return String.format(
                Locale.ROOT,
                "{\"id\":\"stub-%d\",\"sequence\":\"%s\",\"first\":\"%d\",\"last\":\"%d\",\"increment\":\"1\",\"count\":%d,"
                        + "\"epoch\":1,\"lap\":1,\"cacheable\":true,\"suggestedCount\":%d}",
                grants.incrementAndGet(),
                sequence,
                first,
                first + count - 1,
                count,
                count);
    }

    private String cluster() {
        return String.format(
                Locale.ROOT,
                "{\"members\":[{\"id\":\"stub\",\"address\":\"127.0.0.1:%d\",\"state\":\"up\",\"roles\":[],"
                        + "\"httpEndpoint\":\"%s\",\"shards\":0}]}",
                server.getAddress().getPort(),
                endpoint());
    }

    private static void send(HttpExchange exchange, int status, String json) {
        byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (IOException e) {
            // Whoever asked is gone.
        }
    }

    @Override
    public void close() {
        server.stop(0);
        delays.shutdownNow();
        threads.shutdownNow();
    }
}
