package dev.seqd.command;

import dev.seqd.allocator.DeadMembers;
import dev.seqd.database.EmbeddedDatabase;
import java.io.PrintWriter;
import java.nio.file.Path;
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
        // Closed in the opposite order, and all by this thread.
        try (EndSignal signal = EndSignal.install();
                EmbeddedDatabase database = EmbeddedDatabase.start(data);
                LocalCluster cluster = new LocalCluster(signal, out)) {
            DeadMembers.forget(database);
            for (int i = 1; i <= nodes && !signal.isAsked(); i++) {
                cluster.add(new NodeProcess(i, httpPort + i - 1, data, database));
            }
            if (!cluster.awaitUp(spec.commandLine().getErr())) {
                return ExitCode.ERROR;
            }
            out.println("The cluster is up. Ctrl-C ends it.");
            out.flush();
            return cluster.watch(restart);
        }
    }
}
