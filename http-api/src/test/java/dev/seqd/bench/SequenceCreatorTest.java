package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SequenceCreatorTest {
    private final FakeService service = new FakeService();
    private final ExecutorService executor = Executors.newFixedThreadPool(SequenceCreator.LANES);

    @AfterEach
    void stop() {
        executor.shutdownNow();
    }

    @Test
    void createAll_sequences_areCreatedOnceOverAllEndpoints() {
        create(100);

        assertThat(service.puts).hasSize(100).doesNotHaveDuplicates();
        assertThat(service.puts).filteredOn(url -> url.startsWith("http://a/")).hasSize(50);
        assertThat(service.puts).contains("http://b/v1/sequences/bench_1%3A00099");
    }

    @Test
    void createAll_sameSequenceThere_isFine() {
        service.putAnswers.add(200);

        create(1);
    }

    @Test
    void createAll_transientFailures_areTriedAgainElsewhere() {
        Collections.addAll(service.putAnswers, 0, 503, 429, 201);

        create(1);

        assertThat(service.puts).hasSize(4);
        assertThat(service.puts.get(0)).startsWith("http://a/");
        assertThat(service.puts.get(1)).startsWith("http://b/");
    }

    @Test
    void createAll_otherDefinition_failsAtOnce() {
        service.putAnswers.add(409);

        assertThatThrownBy(() -> create(1))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("bench_1:00000")
                .hasMessageContaining("--prefix");
        assertThat(service.puts).hasSize(1);
    }

    @Test
    void createAll_serviceGone_failsAfterSomeTries() {
        service.putAnswers.addAll(Collections.nCopies(1000, 0));

        assertThatThrownBy(() -> create(1))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("connection refused");
        assertThat(service.puts).hasSize(12);
    }

    private void create(int sequences) {
        BenchPlan plan = new BenchPlan(
                List.of("http://a", "http://b"),
                new SequenceNames("bench_1:"),
                new Load(sequences, 1, 1, 1, 1),
                Duration.ZERO,
                Duration.ofSeconds(1));
        new SequenceCreator(service, plan, time -> {}).createAll(executor, begun -> {});
    }
}
