package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.seqd.client.SeqClient;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows seqd at work with one command. */
@Command(
        name = "quickstart",
        description = {"Starts a node on an embedded PostgreSQL, makes an example sequence and takes numbers.", ""},
        mixinStandardHelpOptions = true,
        footerHeading = "%nExample:%n",
        footer = "  seqd quickstart --data /tmp/seqd-data --http-port 8090")
final class QuickstartCommand implements Callable<Integer> {
    private static final String NAME = "orders_seq";
    private static final int NUMBERS = 3;

    @Spec
    private CommandSpec spec;

    @Mixin
    private NodeOptions options;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    QuickstartCommand() {}

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Starting a node with an embedded PostgreSQL in " + options.data + " ...");
        out.flush();
        RunningNode node = RunningNode.start(options);
        out.println("seqd is up at " + node.endpoint());
        out.println();
        showNumbers(out, node.endpoint());
        out.println("The numbers go on from here whenever it starts again on " + options.data + ". Ctrl-C ends it.");
        out.flush();
        return node.awaitEnd(spec.commandLine().getErr());
    }

    private static void showNumbers(PrintWriter out, String endpoint) {
        Api api = new Api(List.of(endpoint));
        api.call("PUT", Api.sequence(NAME), "{\"start\":\"1001\"}");
        out.println("From Java, through the client (it keeps numbers ready, so a call costs nanoseconds):");
        out.println("  SeqClient client = SeqClient.connect(\"" + endpoint + "\");");
        try (SeqClient client = SeqClient.connect(endpoint)) {
            for (int i = 0; i < NUMBERS; i++) {
                out.println("  client.next(\"" + NAME + "\")  ->  " + client.next(NAME));
            }
        }
        out.println();
        out.println("From anything else, over HTTP:");
        for (int i = 0; i < NUMBERS; i++) {
            JsonNode answer = api.call("POST", Api.sequence(NAME) + "/next", "");
            out.println("  curl -X POST " + endpoint + Api.sequence(NAME) + "/next  ->  " + answer);
        }
        out.println();
    }
}
