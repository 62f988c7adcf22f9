package dev.seqd.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.client.SeqClient;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names that other systems take for one another, on a node under a Turkish locale and after it under another. */
class NamesIT {
    private static final Duration START = Duration.ofMinutes(2);
    private static final long FAR = 1_000_000_000L;

    private static final List<String> NAMES = List.of(
            "orders",
            "Orders",
            "ORDERS",
            "i",
            "I",
            "\u0130",
            "\u0131",
            "title",
            "TITLE",
            "a.b",
            "a_b",
            "a-b",
            "a:b",
            "a$b",
            "a#b",
            "a@b",
            "a..b",
            "$1",
            "-",
            "--help",
            "#",
            ":",
            "@",
            "_",
            "null",
            "\u00e9",
            "e",
            "\u6ce8\u6587",
            "\ud800\udf30".repeat(50),
            "n".repeat(200),
            "N".repeat(200));

    @TempDir
    private Path directory;

    @AfterEach
    void endDatabase() throws IOException {
        EmbeddedServer.killAll(directory.resolve("data"));
    }

    @Test
    void names_underTwoLocalesAndARestart_areEachASequenceOfItsOwn() throws Exception {
        int port = Ports.free(1);
        try (SeqdProcess node = serve(port, "-Duser.language=tr -Duser.country=TR");
                SeqClient client = SeqClient.connect(endpoint(port))) {
            node.awaitOutput("is up", START);
            for (int i = 0; i < NAMES.size(); i++) {
                assertThat(create(port, NAMES.get(i), i * FAR + 1)).isEqualTo(201);
            }
            for (int i = 0; i < NAMES.size(); i++) {
                assertThat(client.next(NAMES.get(i))).as(NAMES.get(i)).isEqualTo(i * FAR + 1);
            }
        }
        try (SeqdProcess node = serve(port, "-Duser.language=en");
                SeqClient client = SeqClient.connect(endpoint(port))) {
            node.awaitOutput("is up", START);
            for (int i = 0; i < NAMES.size(); i++) {
                assertThat(create(port, NAMES.get(i), i * FAR + 1)).isEqualTo(200);
                assertThat(client.next(NAMES.get(i))).as(NAMES.get(i)).isBetween(i * FAR + 2, (i + 1) * FAR);
            }
        }
    }

    private SeqdProcess serve(int port, String options) {
        return SeqdProcess.start(
                directory, Map.of("JAVA_TOOL_OPTIONS", options), "serve", "--http-port", Integer.toString(port));
    }

    private static String endpoint(int port) {
        return "http://127.0.0.1:" + port;
    }

    private static int create(int port, String name, long start) throws IOException, InterruptedException {
        String path = "/v1/sequences/"
                + URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
        HttpRequest request = HttpRequest.newBuilder(URI.create(endpoint(port) + path))
                .method("PUT", HttpRequest.BodyPublishers.ofString("{\"start\":\"" + start + "\"}"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, BodyHandlers.discarding())
                .statusCode();
    }
}
