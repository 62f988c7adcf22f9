package dev.seqd.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.typesafe.config.ConfigFactory;
import dev.seqd.database.EmbeddedDatabase;
import dev.seqd.http.HttpNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What the page on semantics shows is what the command prints. */
class SemanticsPageIT {
    private static final String PROMPT = "$ ./seqd ";
    private static final String LEFT_OUT = "...";

    @TempDir
    private Path data;

    private record Example(String command, List<String> expected) {
        private Pattern pattern() {
            StringBuilder regex = new StringBuilder();
            for (String line : expected) {
                regex.append(line.equals(LEFT_OUT) ? "(?:(?!seqd: ).*\\n)*?" : Pattern.quote(line) + "\\n");
            }
            return Pattern.compile(regex.toString());
        }
    }

    @Test
    void examples_all_printWhatThePageSays() throws IOException {
        int port = ThreadLocalRandom.current().nextInt(10_000, 20_000);
        try (EmbeddedDatabase database = EmbeddedDatabase.start(data);
                HttpNode node =
                        HttpNode.start(ConfigFactory.parseString("seqd.http.port = " + port), database.settings())) {
            List<Example> examples = examples();
            assertThat(examples).hasSizeGreaterThan(50);
            for (Example example : examples) {
                assertThat(run(node.endpoint(), example.command))
                        .as("./seqd %s", example.command)
                        .matches(example.pattern());
            }
        }
    }

    private static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        boolean console = false;
        for (String line : Files.readAllLines(Path.of("..", "docs", "semantics.md"))) {
            if (line.startsWith("```")) {
                console = line.equals("```console");
            } else if (console && line.startsWith(PROMPT)) {
                examples.add(new Example(line.substring(PROMPT.length()), new ArrayList<>()));
            } else if (console) {
                examples.get(examples.size() - 1).expected.add(line);
            }
        }
        return examples;
    }

    private static String run(String endpoint, String arguments) {
        StringWriter printed = new StringWriter();
        CommandLine command = SeqdCommand.commandLine(Map.of("SEQD_ENDPOINT", endpoint))
                .setOut(new PrintWriter(printed, true))
                .setErr(new PrintWriter(printed, true));
        command.execute(arguments.split(" ", -1));
        return printed.toString();
    }
}
