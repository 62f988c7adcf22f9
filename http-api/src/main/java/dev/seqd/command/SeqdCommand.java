package dev.seqd.command;

import com.typesafe.config.ConfigException;
import dev.seqd.allocator.ClusterFormationException;
import dev.seqd.bench.BenchCommand;
import dev.seqd.bench.StrictBenchCommand;
import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import dev.seqd.database.DatabaseException;
import dev.seqd.http.PortInUseException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The {@code seqd} command itself. */
@Command(
        name = "seqd",
        description = {"Unique, ordered BIGINT numbers like a database sequence's, without the database.", ""},
        subcommands = {
            QuickstartCommand.class,
            ServeCommand.class,
            ClusterCommand.class,
            CreateCommand.class,
            AlterCommand.class,
            GetCommand.class,
            ListCommand.class,
            NextCommand.class,
            BlockCommand.class,
            RestartCommand.class,
            SetvalCommand.class,
            DropCommand.class,
            RaiseCommand.class,
            CompactCommand.class,
            NodesCommand.class,
            DrainCommand.class,
            BenchCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd quickstart                          a node, an example sequence, numbers",
            "  seqd create orders_seq --start 1001      a sequence that begins at 1001",
            "  seqd next orders_seq                     its next number",
            "  seqd list                                all sequences",
            "",
            "Every option can be given in the environment: --http-port as SEQD_HTTP_PORT.",
            "Exit codes: 0 ok, 1 error, 2 usage, 3 not found, 4 conflict, 5 unavailable,",
            "6 verification failed."
        })
public final class SeqdCommand {
    private SeqdCommand() {}

    /** Runs the command and ends the JVM with its exit code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        return commandLine(System.getenv());
    }

    static CommandLine commandLine(Map<String, String> environment) {
        return new CommandLine(new SeqdCommand())
                .addSubcommand(new StrictBenchCommand(JdbcSequence::create))
                .addSubcommand(new HelpCommand())
                .setDefaultValueProvider(new EnvironmentDefaults(environment))
                .setUsageHelpAutoWidth(true)
                .setParameterExceptionHandler(SeqdCommand::misused)
                .setExecutionExceptionHandler(SeqdCommand::failed);
    }

    private static int misused(ParameterException misuse, String[] arguments) {
        CommandLine command = misuse.getCommandLine();
        List<String> similar =
                misuse instanceof UnmatchedArgumentException unmatched ? unmatched.getSuggestions() : List.of();
        say(
                command,
                misuse.getMessage()
                        + (similar.isEmpty() ? "" : "; did you mean '" + similar.get(0) + "'?")
                        + "; see '" + command.getCommandSpec().qualifiedName() + " --help'");
        return ExitCode.USAGE;
    }

    /** One line says what is wrong; a stack trace is for what nobody expected. */
    private static int failed(Exception failure, CommandLine command, ParseResult parsed) throws Exception {
        if (failure instanceof SeqdException refusal) {
            say(command, refusal.detail() + sqlState(refusal) + advice(refusal.error()));
            return ExitCode.of(refusal.error());
        }
        if (failure instanceof ConfigException refusal) {
            say(command, refusal.getMessage());
            return NodeOptions.isOfFlag(refusal) ? ExitCode.USAGE : ExitCode.ERROR;
        }
        if (failure instanceof DatabaseException
                || failure instanceof ClusterFormationException
                || failure instanceof PortInUseException
                || failure instanceof UnknownRefusalException) {
            say(command, failure.getMessage());
            return ExitCode.ERROR;
        }
        throw failure;
    }

    private static String sqlState(SeqdException refusal) {
        return refusal.sqlState() == null ? "" : " (SQLSTATE " + refusal.sqlState() + ")";
    }

    private static String advice(SeqdError error) {
        return error == SeqdError.WOULD_REUSE ? "; add --allow-reuse to do it all the same" : "";
    }

    private static void say(CommandLine command, @Nullable String problem) {
        command.getErr().println("seqd: " + String.valueOf(problem).strip().replaceAll("\\s*\\R\\s*", " "));
    }
}
