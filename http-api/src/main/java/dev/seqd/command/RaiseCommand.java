package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Console;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Moves marks. */
@Command(
        name = "raise",
        description = {
            "Moves sequences past values that may have been handed out although their journal does not say so: after a",
            "restored backup, or a failover that lost commits. Nothing moves back.",
            ""
        },
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd raise --all --by 1000000            every sequence, by a million of its values",
            "  seqd raise orders_seq --at-least 500000  the next value lies beyond 500000"
        })
final class RaiseCommand implements Callable<Integer> {
    private static final String PATH = "/v1/admin/raise";

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "The sequence.")
    private @Nullable String name;

    @Option(
            names = "--at-least",
            paramLabel = "V",
            description = "A value that counts as handed out, and all before it.")
    private @Nullable String atLeast;

    @Option(names = "--all", fallbackValue = "true", description = "All sequences.")
    private boolean all;

    @Option(
            names = "--by",
            paramLabel = "N",
            description = "So many values count as handed out; 0 moves nothing, and says that nothing was lost.")
    private @Nullable String by;

    @Option(names = "--yes", fallbackValue = "true", description = "Do not ask.")
    private boolean yes;

    @Mixin
    private CallOptions call;

    private int failed;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    RaiseCommand() {}

    @Override
    public Integer call() {
        boolean one = name != null && atLeast != null && !all && by == null;
        boolean every = name == null && atLeast == null && all && by != null;
        if (!one && !every) {
            throw new ParameterException(spec.commandLine(), "give NAME and --at-least V, or --all and --by N");
        }
        if (every && !confirmed()) {
            spec.commandLine().getErr().println("seqd: nothing was done; add --yes to raise all sequences");
            return ExitCode.USAGE;
        }
        List<JsonNode> raised = one ? raiseOne() : raiseAll();
        print(raised);
        return failed == 0 ? ExitCode.OK : ExitCode.ERROR;
    }

    /** Asked on a terminal only: a script says what it means. Where there always is a console, its end is no. */
    @SuppressWarnings("SystemConsoleNull")
    private boolean confirmed() {
        if (yes) {
            return true;
        }
        Console console = System.console();
        String answer = console == null
                ? null
                : console.readLine("Raise all sequences by %s values? Those numbers are never handed out. [y/N] ", by);
        return answer != null && answer.strip().equalsIgnoreCase("y");
    }

    private List<JsonNode> raiseOne() {
        ObjectNode request =
                JsonNodeFactory.instance.objectNode().put("name", name).put("atLeast", atLeast);
        return items(post(request));
    }

    private List<JsonNode> raiseAll() {
        List<JsonNode> raised = new ArrayList<>();
        String cursor = null;
        do {
            ObjectNode request =
                    JsonNodeFactory.instance.objectNode().put("all", true).put("by", by);
            if (cursor != null) {
                request.put("cursor", cursor);
            }
            JsonNode answer = post(request);
            raised.addAll(items(answer));
            cursor = answer.path("nextCursor").textValue();
            if (cursor != null) {
                spec.commandLine().getErr().println(raised.size() + " sequences raised so far");
            }
        } while (cursor != null);
        return raised;
    }

    private JsonNode post(ObjectNode request) {
        return call.api().change("POST", PATH, request.toString(), Map.of());
    }

    private static List<JsonNode> items(JsonNode answer) {
        List<JsonNode> items = new ArrayList<>();
        answer.path("items").forEach(items::add);
        return items;
    }

    private void print(List<JsonNode> raised) {
        PrintWriter out = spec.commandLine().getOut();
        failed =
                (int) raised.stream().filter(item -> item.hasNonNull("failure")).count();
        if (call.output == CallOptions.Output.json) {
            ObjectNode all = JsonNodeFactory.instance.objectNode();
            all.putArray("items").addAll(raised);
            out.println(all.toPrettyString());
        } else if (raised.isEmpty()) {
            out.println("no sequences");
        } else {
            new Columns(out, "NAME", "FROM", "TO", "STATE")
                    .print(raised.stream().map(RaiseCommand::row).toList());
        }
        if (failed > 0) {
            spec.commandLine()
                    .getErr()
                    .println("seqd: " + failed + " of " + raised.size() + " sequences could not be raised");
        }
    }

    private static List<String> row(JsonNode item) {
        String state = item.path("exhausted").asBoolean() ? "exhausted" : "ok";
        return List.of(
                item.path("name").asText(),
                item.path("from").asText("-"),
                item.path("highWater").asText("-"),
                item.path("failure").asText(state));
    }
}
