package dev.seqd.client;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.seqd.core.Position;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A node over real HTTP on a loopback port, which behaves or misbehaves as the test says. */
final class TestNode implements AutoCloseable {
    /** What a node does with a request whose body was read. */
    interface Behaviour {
        void answer(HttpExchange exchange, String body) throws IOException;
    }

    private static final int FIRST_PORT = 20_000;
    private static final int LAST_PORT = 32_000;
    private static final Pattern COUNT = Pattern.compile("\"count\":(\\d+)");

    static {
        // Else each answer waits 40 ms for a delayed acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final HttpServer server;
    private volatile Behaviour behaviour;

    TestNode(Behaviour behaviour) throws IOException {
        this.behaviour = behaviour;
        this.server = bind();
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private static HttpServer bind() throws IOException {
        HttpServer server = HttpServer.create();
        int port = FIRST_PORT + (int) (ProcessHandle.current().pid() % 5000);
        while (!bound(server, port)) {
            port++;
        }
        return server;
    }

    private static boolean bound(HttpServer server, int port) throws IOException {
        if (port > LAST_PORT) {
            throw new IOException("no free port");
        }
        try {
            server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            return true;
        } catch (BindException e) {
            return false;
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
            behaviour.answer(exchange, body);
        }
    }

    void become(Behaviour next) {
        behaviour = next;
    }

    URI endpoint() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** Grants from a sequence. */
    static Behaviour granting(FakeSequence sequence) {
        return (exchange, body) -> {
            Matcher count = COUNT.matcher(body);
            String name = exchange.getRequestURI().getPath().split("/", -1)[3];
            int asked = count.find() ? Integer.parseInt(count.group(1)) : 0;
            Position after = body.contains("\"after\"") ? new Position(1, 1, 0) : null;
            Grant grant = sequence.grant(new BlockRequest(name, asked, after, "any"));
            send(exchange, 200, "application/json", json(grant));
        };
    }

    static String json(Grant grant) {
        return String.format(
                "{\"id\":\"x\",\"sequence\":\"%s\",\"first\":\"%d\",\"last\":\"%d\",\"increment\":\"%d\",\"count\":%d,"
                        + "\"epoch\":%d,\"lap\":%d,\"cacheable\":%b,\"suggestedCount\":%d}",
                grant.sequence(),
                grant.block().first(),
                grant.block().last(),
                grant.block().increment(),
                grant.block().count(),
                grant.block().epoch(),
                grant.block().lap(),
                grant.cacheable(),
                grant.suggestedCount());
    }

    static Behaviour answering(int status, String contentType, String body) {
        return (exchange, request) -> send(exchange, status, contentType, body);
    }

    /** Never answers. */
    Behaviour silent() {
        return (exchange, body) -> waitForTheEnd();
    }

    /** Sends the head and half of a body. */
    Behaviour stalling() {
        return (exchange, body) -> {
            exchange.sendResponseHeaders(200, 100);
            exchange.getResponseBody().write("{\"id\":".getBytes(StandardCharsets.UTF_8));
            exchange.getResponseBody().flush();
            waitForTheEnd();
        };
    }

    /** Closes the connection without a word. */
    static Behaviour hangingUp() {
        return (exchange, body) -> exchange.close();
    }

    private void waitForTheEnd() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void send(HttpExchange exchange, int status, String contentType, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    @Override
    public void close() {
        closing.countDown();
        server.stop(0);
        threads.shutdownNow();
    }
}
