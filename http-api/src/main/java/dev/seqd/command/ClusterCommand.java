package dev.seqd.command;

import dev.seqd.database.EmbeddedDatabase;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a local cluster of separate processes on one embedded database. */
@Command(
        name = "cluster",
        description = {"Runs a local cluster of separate processes on one embedded PostgreSQL.", ""},
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd cluster                     three nodes on ports 8081, 8082 and 8083",
            "  seqd cluster --nodes 5 --restart a node that dies is started again"
        })
final class ClusterCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--nodes", paramLabel = "N", description = "How many nodes (${DEFAULT-VALUE}).")
    private int nodes = 3;

    @Option(names = "--http-port", paramLabel = "PORT", description = "Port of the first node (${DEFAULT-VALUE}).")
    private int httpPort = 8081;

    @Option(names = "--data", paramLabel = "DIR", description = "Where data and logs are kept (./data).")
    private Path data = Path.of("data");

    @Option(names = "--restart", description = "Start a node again when it has ended.")
    private boolean restart;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    ClusterCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Starting the embedded PostgreSQL in " + data + " ...");
        out.flush();
        EmbeddedDatabase database = EmbeddedDatabase.start(data);
        List<NodeProcess> running = new ArrayList<>();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> end(running, database), "seqd-shutdown"));
        for (int i = 1; i <= nodes; i++) {
            running.add(new NodeProcess(i, httpPort + i - 1, data, database));
        }
        for (NodeProcess node : running) {
            if (!node.awaitUp()) {
                spec.commandLine().getErr().println("seqd: " + node + " did not start; see " + node.log());
                return ExitCode.ERROR;
            }
            out.println(node + " is up at " + node.endpoint() + ", its log is " + node.log());
        }
        out.println("The cluster is up. Ctrl-C ends it.");
        out.flush();
        return watch(running, out);
    }

    /** Tells of every node that ends, and goes on while any runs. */
    private int watch(List<NodeProcess> running, PrintWriter out) throws InterruptedException {
        List<NodeProcess> alive = new ArrayList<>(running);
        while (!alive.isEmpty()) {
            NodeProcess ended = NodeProcess.awaitAnyEnd(alive);
            out.println(ended + " ended with code " + ended.exitCode());
            if (restart) {
                ended.start();
                out.println(ended + " started again");
            } else {
                alive.remove(ended);
            }
            out.flush();
        }
        out.println("No node is left.");
        return ExitCode.ERROR;
    }

    private static void end(List<NodeProcess> running, EmbeddedDatabase database) {
        running.forEach(NodeProcess::askToEnd);
        running.forEach(NodeProcess::awaitEnd);
        database.close();
    }
}
