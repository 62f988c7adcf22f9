package dev.seqd.client.micrometer;

import static dev.seqd.client.micrometer.FakeClient.served;
import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.client.CacheState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SnapshotsTest {
    private final FakeClient client = new FakeClient();
    private final List<String> chosen = new ArrayList<>();

    @Test
    void get_withinASecond_readsOnce() {
        Snapshots snapshots = snapshots(9);
        Snapshot first = snapshots.get();
        client.pass(Duration.ofNanos(999_999_999));

        assertThat(snapshots.get()).isSameAs(first);
        client.pass(Duration.ofNanos(1));
        assertThat(snapshots.get()).isNotSameAs(first);
        assertThat(client.readings()).isEqualTo(2);
    }

    @Test
    void get_moreSequencesThanRoom_choosesThoseWithTheHighestRate() {
        client.withMany(10);
        snapshots(3).get();

        assertThat(chosen).containsExactly("s9", "s8", "s7");
    }

    @Test
    void get_roomIsLeft_choosesMoreLaterAndNoneTwice() {
        Snapshots snapshots = snapshots(3);
        client.with(served("slow", 1, 0.1));
        snapshots.get();
        client.withMany(10);
        later(snapshots);
        client.with(served("quick", 1, 1e6));
        later(snapshots);

        assertThat(chosen).containsExactly("slow", "s9", "s8");
        assertThat(snapshots.chosen()).isEqualTo(chosen);
    }

    @Test
    void get_chosenSequenceGone_givesItsRoomToNobody() {
        Snapshots snapshots = snapshots(1);
        client.with(served("a", 5));
        snapshots.get();
        client.forget("a");
        client.with(served("b", 1));
        Snapshot snapshot = later(snapshots);

        assertThat(chosen).containsExactly("a");
        assertThat(snapshot.of("a").figures().served()).isEqualTo(5);
        assertThat(snapshot.of("b")).isEqualTo(Snapshot.Shown.NOTHING);
        assertThat(snapshot.total().served()).isEqualTo(6);
    }

    @Test
    void get_sequencesInAllStates_countsThem() {
        client.with(FakeClient.full("a", CacheState.EMPTY, 1));
        client.with(FakeClient.full("b", CacheState.EMPTY, 2));
        client.with(FakeClient.full("c", CacheState.DEGRADED, 3));
        Snapshot snapshot = snapshots(9).get();

        assertThat(snapshot.in(CacheState.NORMAL)).isZero();
        assertThat(snapshot.in(CacheState.EMPTY)).isEqualTo(2);
        assertThat(snapshot.in(CacheState.DEGRADED)).isEqualTo(1);
        assertThat(snapshot.cached()).isEqualTo(42);
    }

    @Test
    void get_asksAgainWhileItTellsOfTheChosen_findsTheSnapshotThere() {
        client.withMany(2);
        List<Snapshot> seen = new ArrayList<>();
        Snapshots[] self = new Snapshots[1];
        self[0] = new Snapshots(client, client, 2, names -> seen.add(self[0].get()));

        assertThat(self[0].get()).isSameAs(seen.get(0));
        assertThat(client.readings()).isEqualTo(1);
    }

    private Snapshots snapshots(int max) {
        return new Snapshots(client, client, max, chosen::addAll);
    }

    private Snapshot later(Snapshots snapshots) {
        client.pass(Duration.ofSeconds(1));
        return snapshots.get();
    }
}
