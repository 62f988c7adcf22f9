package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.client.Announcer.Change;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;

class AnnouncerTest {
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private final List<String> heard = new ArrayList<>();
    private boolean executing = true;
    private final Announcer announcer = new Announcer(this::changed, this::execute);

    private void changed(String sequence, CacheState before, CacheState after) {
        heard.add(sequence);
        if (sequence.equals("bad")) {
            throw new IllegalStateException("the application's fault");
        }
    }

    private void execute(Runnable task) {
        if (!executing) {
            throw new RejectedExecutionException();
        }
        tasks.add(task);
    }

    @Test
    void tell_manyChanges_areToldInOrderByOneTask() {
        announce("a", "bad", "c");
        announcer.tell();
        announcer.tell();
        assertThat(tasks).hasSize(1);
        announce("d");
        tasks.remove().run();

        assertThat(heard).containsExactly("a", "bad", "c", "d");
    }

    @Test
    void tell_executorRefuses_triesAgain() {
        announce("a");
        executing = false;
        announcer.tell();
        executing = true;
        announcer.tell();
        tasks.remove().run();

        assertThat(heard).containsExactly("a");
    }

    @Test
    void announce_listenerHangs_dropsTheNewest() {
        for (int i = 0; i < Announcer.MAX_PENDING; i++) {
            announce("a");
        }
        announce("b");
        announcer.tell();
        tasks.remove().run();
        announce("c");
        announcer.tell();
        tasks.remove().run();

        assertThat(heard).hasSize(Announcer.MAX_PENDING + 1).doesNotContain("b").endsWith("c");
    }

    private void announce(String... sequences) {
        for (String sequence : sequences) {
            announcer.announce(new Change(sequence, CacheState.NORMAL, CacheState.DEGRADED));
        }
    }
}
