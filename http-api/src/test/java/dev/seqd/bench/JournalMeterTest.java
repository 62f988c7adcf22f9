package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class JournalMeterTest {
    private final FakeService service = new FakeService("a", "b", "c");
    private Runnable whilePaused = () -> {};
    private int pauses;
    private final JournalMeter meter = new JournalMeter(service, List.of("http://a", "http://b"), time -> {
        pauses++;
        whilePaused.run();
    });

    @Test
    void readAtStart_allMembers_areAddedUp() {
        service.journalWrites.put("a", 1);
        service.journalWrites.put("b", 10);
        service.journalWrites.put("c", 100);

        assertThat(meter.readAtStart()).isEqualTo(new Figures(111, 222, 333, 444));
        assertThat(meter.notes()).isEmpty();
    }

    @Test
    void readAtStart_noEndpointAnswers_fails() {
        service.dead.addAll(List.of("a", "b", "c"));

        assertThatThrownBy(meter::readAtStart)
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("no endpoint")
                .hasMessageContaining("http://a")
                .hasMessageContaining("http://b");
    }

    @Test
    void readAtStart_firstEndpointIsDead_asksTheNext() {
        service.dead.add("a");
        service.states.remove("a");

        assertThat(meter.readAtStart()).isEqualTo(Figures.NONE);
    }

    @Test
    void readAtStart_memberUnreadable_fails() {
        service.dead.add("c");

        assertThatThrownBy(meter::readAtStart)
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("member c");
    }

    @Test
    void readAtStart_memberStillJoining_needNotAnswer() {
        service.states.put("c", "joining");
        service.dead.add("c");

        assertThat(meter.readAtStart()).isEqualTo(Figures.NONE);
    }

    @Test
    void readAtEnd_memberKilledAndRemoved_keepsItsLastFigures() {
        meter.readAtStart();
        service.journalWrites.put("c", 100);
        meter.poll();
        service.dead.add("c");
        meter.poll();
        service.states.remove("c");
        service.journalWrites.put("a", 1);

        assertThat(meter.readAtEnd().journalWrites()).isEqualTo(101);
        assertThat(meter.notes())
                .containsExactly("member c left during the run; its figures are as of its last reading");
    }

    @Test
    void readAtEnd_memberKilledButStillListed_waitsForTheCluster() {
        meter.readAtStart();
        service.dead.add("c");
        whilePaused = () -> {
            if (pauses == 20) {
                service.states.put("c", "down");
            }
        };

        assertThat(meter.readAtEnd()).isEqualTo(Figures.NONE);
        assertThat(meter.notes()).singleElement().asString().contains("member c left");
    }

    @Test
    void readAtEnd_memberUpButUnreadable_fails() {
        meter.readAtStart();
        service.dead.add("c");

        assertThatThrownBy(meter::readAtEnd).isInstanceOf(BenchException.class).hasMessageContaining("member c");
        assertThat(pauses).isBetween(50, 100);
    }

    @Test
    void readDuringLoad_memberJustKilled_takesItsLastFiguresAndSaysSo() {
        service.journalWrites.put("c", 7);
        meter.readAtStart();
        service.dead.add("c");

        assertThat(meter.readDuringLoad().journalWrites()).isEqualTo(7);
        assertThat(meter.notes())
                .singleElement()
                .asString()
                .contains("member c")
                .contains("last figures");
    }

    @Test
    void readDuringLoad_newMemberNeverReadable_fails() {
        meter.readAtStart();
        service.states.put("d", "up");

        assertThatThrownBy(meter::readDuringLoad)
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("member d");
    }

    @Test
    void readAtEnd_allGivenEndpointsKilled_asksTheOtherMembers() {
        meter.readAtStart();
        service.dead.addAll(List.of("a", "b"));
        service.states.remove("a");
        service.states.remove("b");
        service.journalWrites.put("c", 5);

        assertThat(meter.readAtEnd().journalWrites()).isEqualTo(5);
    }

    @Test
    void poll_memberStartedAgainUnderItsId_addsWhatItCountedBefore() {
        service.journalWrites.put("c", 100);
        meter.readAtStart();
        service.journalWrites.put("c", 3);
        meter.poll();

        assertThat(meter.readAtEnd().journalWrites()).isEqualTo(103);
    }

    @Test
    void readAtStart_metricsWithoutACounter_fails() {
        Service other = new Service() {
            @Override
            public String get(String url) throws java.io.IOException {
                return url.endsWith("/metrics") ? "up 1\n" : service.get(url);
            }

            @Override
            public int put(String url, String definition) {
                return 500;
            }
        };

        assertThatThrownBy(new JournalMeter(other, List.of("http://a"), time -> {})::readAtStart)
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("seqd_journal_writes_total");
    }
}
