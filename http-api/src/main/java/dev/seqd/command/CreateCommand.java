package dev.seqd.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates a sequence. */
@Command(
        name = "create",
        description = {"Creates a sequence; the same definition twice is no error.", ""},
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd create orders_seq --start 1001",
            "  seqd create countdown --increment -1 --start 100 --min 1 --max 100"
        })
final class CreateCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Mixin
    private CallOptions call;

    @Parameters(paramLabel = "NAME", description = "Its name: letters, digits and _.-$#:@")
    private String name;

    @Option(names = "--type", paramLabel = "TYPE", description = "smallint, integer or bigint (bigint).")
    private @Nullable String type;

    @Option(names = "--start", paramLabel = "N", description = "The first value (min, or max when descending).")
    private @Nullable String start;

    @Option(names = "--increment", paramLabel = "N", description = "The step, negative to count down (1).")
    private @Nullable String increment;

    @Option(names = "--min", paramLabel = "N", description = "The lower bound.")
    private @Nullable String min;

    @Option(names = "--max", paramLabel = "N", description = "The upper bound.")
    private @Nullable String max;

    @Option(names = "--cycle", description = "Go on at the other bound when one is reached.")
    private boolean cycle;

    @Option(names = "--cache", paramLabel = "N", description = "The most values any holder keeps ready (by demand).")
    private @Nullable String cache;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    CreateCommand() {}

    @Override
    public Integer call() {
        ObjectNode definition = JsonNodeFactory.instance.objectNode();
        put(definition, "type", type);
        put(definition, "start", start);
        put(definition, "increment", increment);
        put(definition, "min", min);
        put(definition, "max", max);
        put(definition, "cache", cache);
        if (cycle) {
            definition.put("cycle", true);
        }
        call.print(spec.commandLine().getOut(), call.api().call("PUT", Api.sequence(name), definition.toString()));
        return ExitCode.OK;
    }

    private static void put(ObjectNode definition, String field, @Nullable String value) {
        if (value != null) {
            definition.put(field, value);
        }
    }
}
