package dev.seqd.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * All client processes of a run. Closing it ends those that still run. A signal that ends this JVM ends them too, and deletes
 * the run's directory. Processes that it did not start are left alone. Confined to one thread.
 */
final class ClientFleet implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private final RunDirectory directory;
    private final List<ClientProcess> clients;
    private final Thread hook;

    private ClientFleet(RunDirectory directory, List<ClientProcess> clients, Thread hook) {
        this.directory = directory;
        this.clients = clients;
        this.hook = hook;
    }

    /**
     * Starts the processes and waits until all are ready.
     *
     * @throws BenchException if one does not come up; the others are ended
     */
    static ClientFleet start(BenchPlan plan, RunDirectory directory) {
        List<ClientProcess> clients = Collections.synchronizedList(new ArrayList<>());
        Thread hook = new Thread(() -> abandon(clients, directory), "bench-end");
        Runtime.getRuntime().addShutdownHook(hook);
        ClientFleet fleet = new ClientFleet(directory, clients, hook);
        try {
            fleet.launch(plan);
            return fleet;
        } catch (BenchException e) {
            fleet.close();
            throw e;
        }
    }

    private void launch(BenchPlan plan) {
        for (int client = 0; client < plan.load().clients(); client++) {
            writePlan(plan, client);
            clients.add(ClientProcess.start(directory.path(), client));
        }
        clients.forEach(client -> client.awaitReady(PATIENCE));
    }

    private void writePlan(BenchPlan plan, int client) {
        try {
            Json.write(
                    BenchClient.planFile(directory.path(), client),
                    new ClientPlan(client, plan.endpoints(), plan.names(), plan.load()));
        } catch (IOException e) {
            throw new BenchException("cannot write a client's plan: " + e.getMessage(), e);
        }
    }

    private static void abandon(List<ClientProcess> clients, RunDirectory directory) {
        killAll(clients);
        directory.delete();
    }

    private static void killAll(List<ClientProcess> clients) {
        List.copyOf(clients).forEach(ClientProcess::kill);
    }

    /**
     * Sends all the same command.
     *
     * @throws BenchException if one is gone
     */
    void command(ClientCommand command) {
        clients.forEach(client -> client.command(command));
    }

    /**
     * Does nothing while all work.
     *
     * @throws BenchException if one failed or died
     */
    void requireAlive() {
        clients.forEach(ClientProcess::requireAlive);
    }

    /** How many calls all together had made when they last said so. */
    long calls() {
        return clients.stream().mapToLong(ClientProcess::calls).sum();
    }

    /**
     * Waits for the results, after {@link ClientCommand#STOP}.
     *
     * @throws BenchException if one is missing
     */
    List<ClientResult> results() {
        List<ClientResult> results = new ArrayList<>();
        for (int client = 0; client < clients.size(); client++) {
            clients.get(client).awaitDone(PATIENCE);
            results.add(readResult(client));
        }
        return results;
    }

    private ClientResult readResult(int client) {
        try {
            return Json.read(BenchClient.resultFile(directory.path(), client), ClientResult.class);
        } catch (IOException e) {
            throw new BenchException("the result of client " + (client + 1) + " cannot be read: " + e.getMessage(), e);
        }
    }

    @Override
    public void close() {
        killAll(clients);
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The JVM is ending, and the hook does what is left.
        }
    }
}
