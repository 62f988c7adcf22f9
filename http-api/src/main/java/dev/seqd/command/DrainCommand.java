package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets a node leave in good order. */
@Command(
        name = "drain",
        description = {"Tells a node to hand over what it owns, to leave the cluster, and to end.", ""},
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd drain 1k3v9xq --endpoint http://127.0.0.1:8081",
            "  seqd drain http://127.0.0.1:8082 --wait      and stay until it is gone"
        })
final class DrainCommand implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(250);

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "NODE", description = "Its id, or its HTTP endpoint, as 'seqd nodes' shows them.")
    private String node;

    @Option(names = "--wait", description = "Wait until it is gone, and tell how far it is.")
    private boolean wait;

    @Mixin
    private CallOptions call;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    DrainCommand() {}

    @Override
    public Integer call() {
        List<JsonNode> members = members(call.api());
        String id = members.stream()
                .filter(member -> node.equals(member.path("httpEndpoint").asText()))
                .map(member -> member.path("id").asText())
                .findFirst()
                .orElse(node);
        JsonNode answer = call.api().call("POST", "/v1/cluster/nodes/" + Api.escaped(id) + "/drain", "");
        if (wait && !watch(members, id).awaitGone(id)) {
            throw new SeqdException(SeqdError.UNAVAILABLE, "node " + id + " is still there; its log may tell why");
        }
        call.print(spec.commandLine().getOut(), answer);
        return ExitCode.OK;
    }

    static List<JsonNode> members(Api api) {
        JsonNode members = api.call("GET", "/v1/cluster", "").path("members");
        return StreamSupport.stream(members.spliterator(), false).toList();
    }

    /** Whoever leaves stops answering before it is gone: the others are asked, those given first. */
    private DrainWatch watch(List<JsonNode> members, String id) {
        List<JsonNode> others = members.stream()
                .filter(member -> !id.equals(member.path("id").asText()))
                .toList();
        List<String> endpoints = Stream.concat(
                        call.endpoints.stream(),
                        others.stream()
                                .map(member -> member.path("httpEndpoint").asText("")))
                .filter(endpoint -> !endpoint.isEmpty())
                .distinct()
                .toList();
        return new DrainWatch(
                new Api(endpoints),
                others.isEmpty(),
                () -> LockSupport.parkNanos(POLL.toNanos()),
                spec.commandLine().getErr());
    }
}
