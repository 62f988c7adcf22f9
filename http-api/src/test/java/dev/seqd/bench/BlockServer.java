package dev.seqd.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node over real HTTP that grants uncacheable blocks from a counter, which nodes may share or not. */
final class BlockServer implements AutoCloseable {
    private static final Pattern COUNT = Pattern.compile("\"count\":(\\d+)");

    static {
        // Else each answer waits 40 ms for a delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    final List<String> creations = new CopyOnWriteArrayList<>();
    final AtomicInteger grants = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong counter;
    private final HttpServer server;
    private volatile int creationStatus = 201;

    BlockServer(AtomicLong counter) throws IOException {
        this.counter = counter;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().getPath();
            if (exchange.getRequestMethod().equals("PUT")) {
                creations.add(path + " " + body);
                send(exchange, creationStatus, "{}");
            } else {
                grants.incrementAndGet();
                send(exchange, 200, block(path.split("/", -1)[3], body));
            }
        }
    }

    private String block(String sequence, String body) {
        Matcher asked = COUNT.matcher(body);
        long count = asked.find() ? Long.parseLong(asked.group(1)) : 1;
        long last = counter.addAndGet(count);
        return String.format(
                "{\"id\":\"x\",\"sequence\":\"%s\",\"first\":\"%d\",\"last\":\"%d\",\"increment\":\"1\",\"count\":%d,"
                        + "\"epoch\":1,\"lap\":1,\"cacheable\":false,\"suggestedCount\":1}",
                sequence, last - count + 1, last, count);
    }

    private static void send(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    void creationsGive(int status) {
        creationStatus = status;
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
