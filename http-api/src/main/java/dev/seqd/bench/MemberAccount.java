package dev.seqd.bench;

import java.util.Optional;

/** What is known of one member's figures. Not thread-safe. */
final class MemberAccount {
    private final String id;
    private Figures ofFormerProcesses = Figures.NONE;
    private Optional<Figures> last = Optional.empty();
    private Optional<String> unreadable = Optional.empty();
    private boolean up;
    private boolean wasUp;

    MemberAccount(String id) {
        this.id = id;
    }

    /** Notes what the member answered. Counters that went down tell of a new process, which began at 0. */
    void read(Figures figures) {
        if (last.isPresent() && figures.restartedSince(last.get())) {
            ofFormerProcesses = ofFormerProcesses.plus(last.get());
        }
        last = Optional.of(figures);
        unreadable = Optional.empty();
    }

    /** Notes why the member could not be read; what was read before stays. */
    void failed(String reason) {
        unreadable = Optional.of(reason);
    }

    /** Notes whether the cluster lists the member as up. */
    void listed(boolean asUp) {
        up = asUp;
        wasUp |= asUp;
    }

    String id() {
        return id;
    }

    boolean isUp() {
        return up;
    }

    /** Whether it was up at an earlier listing and is not now. */
    boolean hasLeft() {
        return wasUp && !up;
    }

    boolean wasEverRead() {
        return last.isPresent();
    }

    /** Why the last attempt to read it failed, if it did. */
    Optional<String> unreadable() {
        return unreadable;
    }

    /** Everything it counted, as of the last reading. */
    Figures total() {
        return ofFormerProcesses.plus(last.orElse(Figures.NONE));
    }
}
