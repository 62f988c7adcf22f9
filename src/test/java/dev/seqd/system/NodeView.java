package dev.seqd.system;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

/** What a node says about itself in its metrics. */
public final class NodeView {
    private static final int COLLECTIONS = 4;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final String endpoint;

    NodeView(String endpoint) {
        this.endpoint = endpoint;
    }

    /** The sum of a figure over all of its labels that begin with a text. */
    double metric(String name) {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(endpoint + "/metrics")).build();
        return metric(http.sendAsync(request, BodyHandlers.ofString()).join().body(), name);
    }

    /** The same, of metrics that were read. */
    public static double metric(String metrics, String name) {
        return metrics.lines()
                .filter(line -> line.startsWith(name + " ") || (name.contains("{") && line.startsWith(name)))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    double threads() {
        return metric("jvm_threads_live_threads");
    }

    /** Its heap in megabytes after full collections; only the fourth one compacts all of it. */
    double heap(SeqdProcess node) throws IOException {
        double least = Double.MAX_VALUE;
        for (int collection = 0; collection < COLLECTIONS; collection++) {
            collect(node);
            least = Math.min(least, metric("jvm_memory_used_bytes{area=\"heap\"") / 1e6);
        }
        return least;
    }

    private static void collect(SeqdProcess node) throws IOException {
        Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        Process collection = new ProcessBuilder(jcmd.toString(), Long.toString(node.pid()), "GC.run")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        if (collection.onExit().join().exitValue() != 0) {
            throw new AssertionError("no collection in process " + node.pid());
        }
    }
}
