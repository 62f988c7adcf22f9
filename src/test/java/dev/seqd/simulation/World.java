package dev.seqd.simulation;

import dev.seqd.allocator.Known;
import dev.seqd.allocator.Recall;
import dev.seqd.allocator.SimulatedCounter;
import dev.seqd.allocator.SimulatedDatabase;
import dev.seqd.client.SimulatedClient;
import dev.seqd.core.SequenceChange;
import dev.seqd.core.SequenceEvent;
import dev.seqd.core.SequenceState;
import dev.seqd.http.SimulatedNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One sequence with its database, the places where its Counters may live, nodes, clients and people, moved on by one choice
 * of the scheduler at a time. Whatever breaks a rule throws.
 */
final class World implements Surroundings, SimulatedCounter.Cluster {
    private static final int COUNTERS = 3;
    private static final int NODES = 3;
    private static final int CLIENTS = 2;
    private static final int PEOPLE = 3;
    private static final int FIRST_COUNTER = 1;
    private static final int FIRST_NODE = FIRST_COUNTER + COUNTERS;
    private static final int FIRST_CLIENT = FIRST_NODE + NODES;
    private static final int FIRST_PERSON = FIRST_CLIENT + CLIENTS;
    private static final int PLACES = FIRST_PERSON + PEOPLE;
    private static final int BAD_READ = 1000;
    private static final int MOST_LOST = 4;
    private static final int LONGEST_PAUSE = 200;
    private static final int[] TIMES_MILLIS = {
        1, 1, 5, 5, 20, 50, 50, 100, 100, 300, 300, 500, 1000, 1500, 3000, 6000, 20_000, 7_200_000
    };

    private final Setup setup;
    private final Kind[] kinds;
    private final Audit audit;
    private final Mail mail;
    private final SimulatedDatabase database;
    private final SimulatedCounter.Sizes counterSizes;
    private final SimulatedNode.Sizes nodeSizes;
    private final @Nullable SimulatedCounter[] counters = new SimulatedCounter[COUNTERS];
    private final SimulatedNode[] nodes = new SimulatedNode[NODES];
    private final int[] routes = new int[NODES];
    private final SimulatedClient[] clients = new SimulatedClient[CLIENTS];
    private final Person[] people = new Person[PEOPLE];
    private final @Nullable List<String> story;
    private long nowNanos;
    private int lives;
    private int badRead;

    /** {@code story} receives what happens, null if nobody listens. */
    World(Setup setup, @Nullable List<String> story) {
        this.setup = setup;
        this.story = story;
        this.kinds = setup.kinds();
        this.audit = new Audit(setup.isUncachedForGood());
        this.mail = new Mail(PLACES, this::say);
        this.database = new SimulatedDatabase(this);
        this.counterSizes = SimulatedCounter.Sizes.small(setup.reserve(), 5L * setup.lease());
        this.nodeSizes = SimulatedNode.Sizes.small(setup.lease());
        database.create(new SequenceEvent.Created(setup.definition(), 1));
        for (int i = 0; i < NODES; i++) {
            beginNode(i);
            routes[i] = setup.split() ? i : 0;
        }
        for (int i = 0; i < CLIENTS; i++) {
            beginClient(i);
        }
        for (int i = 0; i < PEOPLE; i++) {
            people[i] = new Person(FIRST_PERSON + i, this);
        }
    }

    private void beginNode(int i) {
        NodeDoor door = new NodeDoor(FIRST_NODE + i, this);
        nodes[i] = new SimulatedNode("node" + i + "." + ++lives, nodeSizes, this, door);
        door.opens(nodes[i]);
    }

    private void beginClient(int i) {
        clients[i] = new SimulatedClient(
                "client" + i + "." + ++lives, setup.clientMost(), this, new ClientDoor(FIRST_CLIENT + i, this));
    }

    // What those who live here see of it.

    @Override
    public void post(Parcel parcel) {
        mail.post(parcel);
    }

    @Override
    public long nowNanos() {
        return nowNanos;
    }

    @Override
    public Audit audit() {
        return audit;
    }

    @Override
    public void say(Supplier<String> line) {
        if (story != null) {
            story.add(Words.shorter(line.get()));
        }
    }

    /** Which node a client or a person asks next. */
    int nodeFor(int chance) {
        return chance % NODES;
    }

    SimulatedNode node(int i) {
        return nodes[i];
    }

    /** Whether this is the life of a node that lasts. */
    boolean isAlive(SimulatedNode node) {
        return Arrays.asList(nodes).contains(node);
    }

    int placeOfNode(int i) {
        return FIRST_NODE + i;
    }

    /** The place that a node takes for that of the owner; where nodes do not agree, now and then that of a stand-in. */
    int routeOf(int nodePlace, long question) {
        int owner = routes[nodePlace - FIRST_NODE];
        return setup.split() && question % 3 == 0 ? (owner + 1) % COUNTERS : owner;
    }

    /** The Counter at a place, which begins if there is none. */
    SimulatedCounter counterAt(int slot) {
        SimulatedCounter there = counters[slot];
        if (there == null) {
            String name = "counter" + (char) ('A' + slot) + "." + ++lives;
            there = new SimulatedCounter(FIRST_COUNTER + slot, name, counterSizes, this, database, this);
            counters[slot] = there;
        }
        return there;
    }

    int placeOfCounter(int slot) {
        return FIRST_COUNTER + slot;
    }

    @Override
    public int recall(SimulatedCounter by, long serial, boolean onlyResting) {
        for (int i = 0; i < NODES; i++) {
            int node = i;
            Recall recall = new Recall("s", serial, onlyResting, new ReturnAddress(answer -> giveBack(by, answer)));
            post(new Parcel(
                    FIRST_NODE + i,
                    Parcel.Manner.REMOTE,
                    () -> "recall of " + by.incarnation() + " at node" + node,
                    chance -> nodes[node].recall(recall)));
        }
        return NODES;
    }

    private void giveBack(SimulatedCounter to, Recall.Returned answer) {
        post(new Parcel(to.place(), Parcel.Manner.REMOTE, () -> answer + " for " + to.incarnation(), chance -> {
            if (!to.ended()) {
                to.returned(answer);
            }
        }));
    }

    @Override
    public void ended(SimulatedCounter counter) {
        for (int i = 0; i < COUNTERS; i++) {
            counters[i] = counters[i] == counter ? null : counters[i];
        }
    }

    // What the scheduler does to it.

    /** One choice. */
    void step(Step step) {
        mail.stepped();
        Kind kind = step.kind(kinds);
        switch (kind) {
            case DELIVER -> deliver(step);
            case CALL -> call(step, 1);
            case CALL_FOR_MANY -> call(step, 2 + step.c() % 12);
            case CALL_ALONE -> people[step.a() % PEOPLE].call(nodeFor(step.b()), step.c());
            case PASS_TIME -> passTime(Duration.ofMillis(TIMES_MILLIS[Step.earlyOf(TIMES_MILLIS.length, step.a())]));
            case READ_NEWS -> readNews(step.a() % NODES);
            case CHANGE -> change(step);
            default -> fault(kind, step);
        }
    }

    private void fault(Kind kind, Step step) {
        switch (kind) {
            case HOLD -> mail.hold(step.a(), step.b() % 2 == 0);
            case LET_GO -> mail.letGo(step.a());
            case LOSE -> mail.lose(step.a());
            case REPEAT -> mail.repeat(step.a());
            case TIME_OUT_ASK -> tell(nodes[step.a() % NODES].timeOut(), "a node waits no longer");
            case CUT_CLIENT -> tell(clients[step.a() % CLIENTS].cut(), "a client's connection breaks");
            case INTERRUPT_CALL -> tell(clients[step.a() % CLIENTS].interrupt(), "a call is interrupted");
            case MOVE -> move(step);
            case KILL_NODE -> killNode(step.a() % NODES);
            case KILL_CLIENT -> killClient(step.a() % CLIENTS);
            case PAUSE ->
                mail.pause(
                        step.a() % (step.c() % 2 == 0 ? PLACES : FIRST_NODE),
                        1 + Step.earlyOf(LONGEST_PAUSE, step.b()));
            case FORGET_LEASE -> tell(nodes[step.a() % NODES].forget(), "an idle node lets go");
            case READ_BADLY -> badRead = 1 + step.b() % BAD_READ;
            case LOSE_COMMITS -> loseCommits(1 + step.a() % MOST_LOST);
            default -> faultOf(counters[step.a() % COUNTERS], kind);
        }
    }

    private void faultOf(@Nullable SimulatedCounter counter, Kind kind) {
        if (counter == null) {
            return;
        }
        switch (kind) {
            case TIME_OUT_WRITE -> tell(counter.timeOut(), counter.incarnation() + " waits no longer for its write");
            case RESTART_JOURNAL -> {
                say(() -> "the journal of " + counter.incarnation() + " fails");
                counter.restartJournal();
            }
            case STOP_COUNTER -> {
                say(() -> counter.incarnation() + " is to end");
                counter.stop();
                post(new Parcel(
                        counter.place(),
                        Parcel.Manner.LOCAL,
                        () -> "the end of " + counter.incarnation() + "'s patience",
                        chance -> counter.stopTimedOut()));
            }
            case KILL_COUNTER -> {
                say(() -> counter.incarnation() + " is killed");
                counter.kill();
            }
            default -> throw new IllegalArgumentException("nothing does " + kind);
        }
    }

    private void tell(boolean happened, String what) {
        if (happened) {
            say(() -> what);
        }
    }

    /** The next replay may be told not to see everything. Where nothing is on its way somebody calls. */
    private void deliver(Step step) {
        int bad = badRead;
        badRead = 0;
        if (!mail.deliver(step.a(), bad)) {
            call(step, 1);
        }
    }

    private void call(Step step, int n) {
        int i = step.a() % CLIENTS;
        if (!mail.isPaused(FIRST_CLIENT + i)) {
            clients[i].call(n);
        }
    }

    void passTime(Duration time) {
        nowNanos += time.toNanos();
        say(() -> time.toMillis() + " ms pass");
        for (int i = 0; i < COUNTERS; i++) {
            SimulatedCounter counter = counters[i];
            if (counter != null && !mail.isPaused(FIRST_COUNTER + i)) {
                counter.tick();
            }
        }
        for (int i = 0; i < NODES; i++) {
            if (!mail.isPaused(FIRST_NODE + i)) {
                nodes[i].tick();
            }
        }
        for (int i = 0; i < CLIENTS; i++) {
            if (!mail.isPaused(FIRST_CLIENT + i)) {
                clients[i].tick();
            }
        }
    }

    private void readNews(int node) {
        if (!mail.isPaused(FIRST_NODE + node) && !mail.isPaused(SimulatedDatabase.PLACE)) {
            nodes[node].news(database.changes(), database.sequence());
        }
    }

    /**
     * An operator asks for a change. A change is decided on what the journal says: after lost commits one of direction may
     * turn an epoch whose values are out. So where commits get lost, none turns.
     */
    private void change(Step step) {
        SequenceState now = database.sequence();
        int slot = routes[step.a() % NODES];
        SequenceChange change = now == null
                ? null
                : Changes.of(now, setup.changes().get(step.b() % setup.changes().size()), step.c());
        if (change == null || (setup.losesCommits() && !setup.notices() && Changes.turns(now, change))) {
            return;
        }
        post(new Parcel(
                FIRST_COUNTER + slot,
                Parcel.Manner.REMOTE,
                () -> change + " for place " + (char) ('A' + slot),
                chance -> counterAt(slot).change(change, new Operator())));
    }

    /** A node, or all of them, takes another place for that of the owner. */
    private void move(Step step) {
        int slot = step.b() % COUNTERS;
        boolean all = step.c() % 2 == 0;
        for (int i = 0; i < NODES; i++) {
            routes[i] = all || i == step.a() % NODES ? slot : routes[i];
        }
        say(() -> (all ? "all nodes ask" : "one node asks") + " place " + (char) ('A' + slot));
    }

    private void killNode(int i) {
        say(() -> "node" + i + " is killed");
        nodes[i].end();
        beginNode(i);
    }

    private void killClient(int i) {
        say(() -> "client" + i + " is killed");
        clients[i].end();
        beginClient(i);
    }

    /**
     * Another server takes the database's place: nothing that was on its way to the old one arrives at the new one. In some
     * worlds the nodes notice it, and then each tells what it knows before anything is recovered from it.
     */
    private void loseCommits(int most) {
        mail.cutOff(SimulatedDatabase.PLACE);
        database.restore(Math.max(1, database.size() - most));
        if (setup.notices()) {
            database.doubt();
            post(new Parcel(
                    SimulatedDatabase.PLACE,
                    Parcel.Manner.LOCAL,
                    () -> "all tell what they know",
                    chance -> recount()));
        }
    }

    private void recount() {
        List<Known> known = new ArrayList<>();
        for (SimulatedCounter counter : counters) {
            addTo(known, counter == null ? null : counter.known());
        }
        for (SimulatedNode node : nodes) {
            addTo(known, node.known());
        }
        audit.told(known.stream().map(Known::highest).toList());
        database.recount(known);
    }

    private static void addTo(List<Known> known, @Nullable Known one) {
        if (one != null) {
            known.add(one);
        }
    }

    // How it ends.

    long values() {
        return audit.values();
    }

    /** Nothing fails any more: then every client is served, or definitely refused, before long. */
    void settle() {
        Settling settling = new Settling(this, mail, List.of(clients));
        List<String> stuck = new ArrayList<>(settling.run(() -> {
            for (int i = 0; i < NODES; i++) {
                readNews(i);
            }
        }));
        if (!stuck.isEmpty() && audit.losses() == 0) {
            throw new Violation(Rule.GOES_ON, stuck + " in " + database.sequence());
        }
    }
}
