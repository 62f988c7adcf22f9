package dev.seqd.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists sequences. */
@Command(
        name = "list",
        description = {"Lists the sequences, or those whose names begin with a prefix.", ""},
        sortOptions = false,
        mixinStandardHelpOptions = true,
        footerHeading = "%nExamples:%n",
        footer = {"  seqd list", "  seqd list billing: --limit 20", "  seqd list -o json"})
final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "PREFIX", description = "What their names begin with (anything).")
    private String prefix = "";

    @Option(names = "--limit", paramLabel = "N", description = "The most to list (all).")
    private @Nullable Long limit;

    @Mixin
    private CallOptions call;

    private long printed;

    @SuppressWarnings("NullAway.Init") // picocli fills them in
    ListCommand() {}

    @Override
    public Integer call() {
        if (limit != null && limit < 1) {
            throw new ParameterException(spec.commandLine(), "--limit must be at least 1, not " + limit);
        }
        PrintWriter out = spec.commandLine().getOut();
        SequencePages pages = new SequencePages(call.api(), prefix);
        long most = limit == null ? Long.MAX_VALUE : limit;
        if (call.output == CallOptions.Output.json) {
            printArray(out, pages, most);
        } else {
            printTable(out, pages, most);
        }
        return ExitCode.OK;
    }

    private void printArray(PrintWriter out, SequencePages pages, long most) {
        out.print("[");
        pages.forEach(
                most,
                page -> page.forEach(sequence -> {
                    out.print((printed++ == 0 ? "\n" : ",\n") + sequence.toPrettyString());
                }));
        out.println(printed == 0 ? "]" : "\n]");
    }

    private void printTable(PrintWriter out, SequencePages pages, long most) {
        Columns columns =
                new Columns(out, "NAME", "NEXT", "INCREMENT", "MIN", "MAX", "CYCLE", "ORDER", "EPOCH", "VERSION");
        pages.forEach(most, page -> {
            columns.print(page.stream().map(ListCommand::row).toList());
            printed += page.size();
        });
        if (printed == 0) {
            out.println(prefix.isEmpty() ? "no sequences" : "no sequence's name begins with '" + prefix + "'");
        }
    }

    private static List<String> row(JsonNode sequence) {
        JsonNode definition = sequence.path("definition");
        JsonNode state = sequence.path("state");
        boolean exhausted = state.path("exhausted").asBoolean();
        return List.of(
                text(sequence, "name"),
                exhausted ? "exhausted" : text(state, "next"),
                text(definition, "increment"),
                text(definition, "min"),
                text(definition, "max"),
                definition.path("cycle").asBoolean() ? "yes" : "no",
                text(definition, "order"),
                text(state, "epoch"),
                text(sequence, "version"));
    }

    private static String text(JsonNode object, String field) {
        JsonNode value = object.path(field);
        return value.isNull() || value.isMissingNode() ? "-" : value.asText();
    }
}
