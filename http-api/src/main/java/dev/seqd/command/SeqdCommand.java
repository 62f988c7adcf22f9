package dev.seqd.command;

import com.typesafe.config.ConfigException;
import dev.seqd.allocator.ClusterFormationException;
import dev.seqd.bench.BenchCommand;
import dev.seqd.core.SeqdException;
import dev.seqd.database.DatabaseException;
import dev.seqd.http.PortInUseException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.ParseResult;

/** The {@code seqd} command itself. */
@Command(
        name = "seqd",
        description = {"Unique, ordered BIGINT numbers like a database sequence's, without the database.", ""},
        subcommands = {
            QuickstartCommand.class,
            ServeCommand.class,
            ClusterCommand.class,
            CreateCommand.class,
            GetCommand.class,
            NextCommand.class,
            BlockCommand.class,
            NodesCommand.class,
            BenchCommand.class,
            HelpCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = VersionProvider.class,
        footerHeading = "%nExamples:%n",
        footer = {
            "  seqd quickstart                          a node, an example sequence, numbers",
            "  seqd create orders_seq --start 1001      a sequence that begins at 1001",
            "  seqd next orders_seq                     its next number",
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
        return new CommandLine(new SeqdCommand())
                .setDefaultValueProvider(new EnvironmentDefaults(System.getenv()))
                .setUsageHelpAutoWidth(true)
                .setExecutionExceptionHandler(SeqdCommand::failed);
    }

    /** One line says what is wrong; a stack trace is for what nobody expected. */
    private static int failed(Exception failure, CommandLine commandLine, ParseResult parsed) throws Exception {
        if (failure instanceof SeqdException refusal) {
            commandLine.getErr().println("seqd: " + refusal.detail());
            return ExitCode.of(refusal.error());
        }
        if (failure instanceof ConfigException refusal) {
            commandLine.getErr().println("seqd: " + refusal.getMessage());
            return NodeOptions.isOfFlag(refusal) ? ExitCode.USAGE : ExitCode.ERROR;
        }
        if (failure instanceof DatabaseException
                || failure instanceof ClusterFormationException
                || failure instanceof PortInUseException) {
            commandLine.getErr().println("seqd: " + failure.getMessage());
            return ExitCode.ERROR;
        }
        throw failure;
    }
}
