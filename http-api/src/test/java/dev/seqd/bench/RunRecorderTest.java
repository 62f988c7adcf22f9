package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.seqd.core.Block;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunRecorderTest {
    private static final int[] RANKS = {5, 42};

    @TempDir
    private Path directory;

    @Test
    void close_valuesInTurn_areOneRun() {
        try (RunRecorder recorder = recorder(1)) {
            record(recorder, 0, 1, 2, 3, 4);
            assertThat(recorder.recorded()).isEqualTo(4);
        }

        assertThat(HistoryFile.readAll(directory)).containsExactly(run(5, 1, 1, 4));
    }

    @Test
    void record_gapAndStepBack_beginNewRunsInOrder() {
        try (RunRecorder recorder = recorder(1)) {
            record(recorder, 0, 1, 2, 10, 11, 5, 5);
        }

        assertThat(HistoryFile.readAll(directory))
                .containsExactly(run(5, 1, 1, 2), run(5, 10, 1, 2), run(5, 5, 1, 1), run(5, 5, 1, 1));
    }

    @Test
    void record_twoSequences_areKeptApart() {
        try (RunRecorder recorder = recorder(1)) {
            for (int i = 1; i <= 100; i++) {
                record(recorder, 0, i);
                record(recorder, 1, 1000 + i);
            }
        }

        assertThat(HistoryFile.readAll(directory)).containsExactly(run(5, 1, 1, 100), run(42, 1001, 1, 100));
    }

    @Test
    void record_overTheEndsOf64Bits_neverJoins() {
        try (RunRecorder recorder = recorder(1)) {
            record(recorder, 0, Long.MAX_VALUE - 1, Long.MAX_VALUE, Long.MIN_VALUE);
        }
        assertThat(HistoryFile.readAll(directory))
                .containsExactly(run(5, Long.MAX_VALUE - 1, 1, 2), run(5, Long.MIN_VALUE, 1, 1));
    }

    @Test
    void record_descending_isRunLengthCodedToo() {
        try (RunRecorder recorder = recorder(-10)) {
            record(recorder, 0, -10, -20, -30, -45);
        }

        assertThat(HistoryFile.readAll(directory)).containsExactly(run(5, -10, -10, 3), run(5, -45, -10, 1));
    }

    @Test
    void reached_valuesOfThisThread_goesByTheFurthest() {
        try (RunRecorder recorder = recorder(1)) {
            assertThat(recorder.reached(0, 1)).isFalse();
            record(recorder, 0, 10, 5);
            assertThat(recorder.reached(0, 7)).isTrue();
            assertThat(recorder.reached(0, 10)).isTrue();
            assertThat(recorder.reached(0, 11)).isFalse();
            assertThat(recorder.reached(1, 1)).isFalse();
        }
    }

    @Test
    void readAll_threadsThatGotNothing_leaveNoFile() throws IOException {
        recorder(1).close();

        try (var files = Files.list(directory)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void readAll_severalClientsAndThreads_keepsTheirNumbers() {
        for (int client = 0; client < 3; client++) {
            try (HistoryFile file = new HistoryFile(directory, client, 12)) {
                file.append(7, new Block(client, 1, 1, 1, 1));
            }
        }

        assertThat(HistoryFile.readAll(directory))
                .containsExactlyInAnyOrder(
                        new Run(0, 12, 7, new Block(0, 1, 1, 1, 1)),
                        new Run(1, 12, 7, new Block(1, 1, 1, 1, 1)),
                        new Run(2, 12, 7, new Block(2, 1, 1, 1, 1)));
    }

    @Test
    void readAll_truncatedFile_isRefused() throws IOException {
        try (RunRecorder recorder = recorder(1)) {
            record(recorder, 0, 1);
        }
        Path file = directory.resolve("history-3-2");
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, List.of(new String(whole, 0, 10, java.nio.charset.StandardCharsets.ISO_8859_1)));

        assertThatThrownBy(() -> HistoryFile.readAll(directory))
                .isInstanceOf(BenchException.class)
                .hasMessageContaining("ends within a record");
    }

    private RunRecorder recorder(long increment) {
        return new RunRecorder(RANKS, increment, new HistoryFile(directory, 3, 2));
    }

    private static void record(RunRecorder recorder, int index, long... values) {
        for (long value : values) {
            recorder.record(index, value);
        }
    }

    private static Run run(int rank, long first, long increment, long count) {
        return new Run(3, 2, rank, new Block(first, increment, count, 1, 1));
    }
}
