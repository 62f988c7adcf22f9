package dev.seqd.simulation;

import dev.seqd.client.SimulatedClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The time after the last fault. */
final class Settling {
    private static final int MOST_ROUNDS = 120;
    private static final int QUIET_ROUNDS = 4;
    private static final Duration ROUND = Duration.ofMillis(500);

    private final World world;
    private final Mail mail;
    private final List<SimulatedClient> clients;

    Settling(World world, Mail mail, List<SimulatedClient> clients) {
        this.world = world;
        this.mail = mail;
        this.clients = clients;
    }

    /** Lets time pass until every client was answered, and says who was not. */
    List<String> run(Runnable eachRound) {
        world.say(() -> "nothing fails any more");
        mail.heal();
        long[] before = new long[clients.size()];
        List<String> stuck = List.of();
        for (int round = 0; round < MOST_ROUNDS; round++) {
            deliverAll();
            world.passTime(ROUND);
            eachRound.run();
            stuck = round < QUIET_ROUNDS ? List.of() : stuck(before, round == QUIET_ROUNDS);
            if (round > QUIET_ROUNDS && stuck.isEmpty()) {
                return stuck;
            }
        }
        return stuck;
    }

    /** As much as is there now; what it leads to comes in the next round. */
    private void deliverAll() {
        int most = 4 * mail.pending() + 20;
        for (int i = 0; i < most && mail.pending() > 0; i++) {
            mail.deliver(0, 0);
        }
    }

    /** Who was not answered since the beginning calls again. */
    private List<String> stuck(long[] before, boolean begins) {
        List<String> stuck = new ArrayList<>();
        for (int i = 0; i < before.length; i++) {
            SimulatedClient client = clients.get(i);
            before[i] = begins ? client.answered() : before[i];
            if (client.answered() == before[i]) {
                stuck.add(client + " is not answered");
                client.callUnlessWaiting();
            }
        }
        return stuck;
    }
}
