package dev.seqd.bench;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the journal's figures from every member of the cluster. The members are listed anew at each reading. Each one that is
 * up must be readable, but one that was killed does not end a bench: its figures stay as of the last {@link #poll}, and the
 * report says so. Not thread-safe; blocks.
 */
final class JournalMeter {
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);
    private static final int TRIES = 4;
    /** About 30 s: longer than a cluster takes to notice that a member is dead. */
    private static final int TRIES_AT_END = 60;

    private final Service service;
    private final List<String> endpoints;
    private final Pause pause;
    private final Map<String, MemberAccount> accounts = new LinkedHashMap<>();
    private final Set<String> memberEndpoints = new LinkedHashSet<>();
    private final List<String> notes = new ArrayList<>();

    /** A meter that finds the cluster at any of {@code endpoints}. */
    JournalMeter(Service service, List<String> endpoints, Pause pause) {
        this.service = service;
        this.endpoints = List.copyOf(endpoints);
        this.pause = pause;
    }

    /**
     * Reads all members before the load begins.
     *
     * @throws BenchException if no endpoint answers or a member that is up cannot be read
     */
    Figures readAtStart() {
        return readWithin(TRIES);
    }

    /** Reads what can be read, so that it is known when a member dies. */
    void poll() {
        tryToRead();
    }

    /**
     * Reads all members while the load runs. A member that does not answer, but did before, keeps its last figures; if it
     * is not dead, {@link #readAtEnd} will see it.
     *
     * @throws BenchException if no endpoint answers or a member was never readable
     */
    Figures readDuringLoad() {
        Optional<String> problem = tryRepeatedly(TRIES);
        boolean known = accounts.values().stream().allMatch(account -> !account.isUp() || account.wasEverRead());
        if (problem.isPresent() && !known) {
            throw new BenchException(problem.get());
        }
        problem.ifPresent(text -> notes.add("after the warm-up " + text + "; its last figures were taken"));
        return total();
    }

    /**
     * Reads all members after the load; waits for the cluster to notice that one is dead.
     *
     * @throws BenchException if no endpoint answers or a member that is up cannot be read
     */
    Figures readAtEnd() {
        Figures figures = readWithin(TRIES_AT_END);
        for (MemberAccount account : accounts.values()) {
            if (account.hasLeft()) {
                notes.add("member " + account.id() + " left during the run; its figures are as of its last reading");
            }
        }
        return figures;
    }

    /** What the reader of the report must know about the figures. */
    List<String> notes() {
        return List.copyOf(notes);
    }

    private Figures readWithin(int tries) {
        Optional<String> problem = tryRepeatedly(tries);
        if (problem.isPresent()) {
            throw new BenchException(problem.get());
        }
        return total();
    }

    private Figures total() {
        return accounts.values().stream().map(MemberAccount::total).reduce(Figures.NONE, Figures::plus);
    }

    private Optional<String> tryRepeatedly(int tries) {
        Optional<String> problem = tryToRead();
        for (int i = 1; i < tries && problem.isPresent(); i++) {
            pause.of(BETWEEN_TRIES);
            problem = tryToRead();
        }
        return problem;
    }

    /** Reads all members once; returns what is wrong, if anything is. */
    private Optional<String> tryToRead() {
        try {
            Map<String, Member> listed = list();
            listed.keySet().forEach(id -> accounts.computeIfAbsent(id, MemberAccount::new));
            for (MemberAccount account : accounts.values()) {
                Optional<Member> member = Optional.ofNullable(listed.get(account.id()));
                account.listed(member.isPresent() && member.get().up());
                member.ifPresent(found -> read(found, account));
            }
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
        return accounts.values().stream()
                .filter(MemberAccount::isUp)
                .flatMap(account -> account.unreadable().stream())
                .findFirst();
    }

    private Map<String, Member> list() throws IOException {
        Set<String> all = new LinkedHashSet<>(endpoints);
        all.addAll(memberEndpoints);
        List<String> reasons = new ArrayList<>();
        for (String endpoint : all) {
            try {
                return byId(Member.listOf(service.get(endpoint + "/v1/cluster")));
            } catch (IOException e) {
                reasons.add(String.valueOf(e.getMessage()));
            }
        }
        throw new IOException("no endpoint tells the cluster's members: " + String.join("; ", reasons));
    }

    private Map<String, Member> byId(List<Member> members) {
        Map<String, Member> byId = new HashMap<>();
        for (Member member : members) {
            byId.put(member.id(), member);
            if (!member.httpEndpoint().isEmpty()) {
                memberEndpoints.add(member.httpEndpoint());
            }
        }
        return byId;
    }

    private void read(Member member, MemberAccount account) {
        try {
            if (member.httpEndpoint().isEmpty()) {
                throw new IOException("it has no HTTP endpoint");
            }
            account.read(Figures.of(MetricsText.parse(service.get(member.httpEndpoint() + "/metrics"))));
        } catch (IOException | IllegalArgumentException e) {
            account.failed("the metrics of member " + member.id() + " could not be read (" + e.getMessage() + ")");
        }
    }
}
