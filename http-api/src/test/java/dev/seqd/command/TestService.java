package dev.seqd.command;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;

/** A service over real HTTP that writes down what it is asked and answers what the test says, else with 200 and an object. */
final class TestService implements AutoCloseable {
    private static final int HANG_UP = 0;

    /** Method, path with query as they came, and body. */
    final List<String> requests = new CopyOnWriteArrayList<>();
    /** The If-Match of each request, or "-". */
    final List<String> conditions = new CopyOnWriteArrayList<>();

    private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    private record Answer(int status, String body) {}

    TestService() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add((exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body).strip());
            String condition = exchange.getRequestHeaders().getFirst("If-Match");
            conditions.add(condition == null ? "-" : condition);
            Answer answer = answers.isEmpty() ? new Answer(200, "{}") : answers.remove();
            if (answer.status() != HANG_UP) {
                send(exchange, answer);
            }
        }
    }

    private static void send(HttpExchange exchange, Answer answer) throws IOException {
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    TestService answer(int status, String body) {
        answers.add(new Answer(status, body));
        return this;
    }

    /** Answers with a problem; the SQLSTATE may be empty. */
    TestService refuse(int status, String code, String sqlState, String detail) {
        String state = sqlState.isEmpty() ? "" : ",\"sqlState\":\"" + sqlState + "\"";
        String text = detail.replace("\"", "\\\"").replace("\r", "\\r").replace("\n", "\\n");
        return answer(
                status,
                "{\"status\":" + status + ",\"code\":\"" + code + "\",\"detail\":\"" + text + "\"" + state + "}");
    }

    /** Takes the request and closes the connection. */
    TestService hangUp() {
        return answer(HANG_UP, "");
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
