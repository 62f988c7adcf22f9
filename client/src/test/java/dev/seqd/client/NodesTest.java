package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which node is asked. */
class NodesTest {
    private static final URI A = URI.create("http://a");
    private static final URI B = URI.create("http://b");
    private static final URI C = URI.create("http://c");
    private static final long MILLI = Duration.ofMillis(1).toNanos();
    private static final long HOUR = Duration.ofHours(1).toNanos();

    private final Nodes nodes = new Nodes(List.of(A, B, C), "client", () -> 0.0);

    @Test
    void pick_whileItWorks_keepsTheNodeOfASequence() {
        URI node = nodes.pick("s", null, 0);

        assertThat(nodes.worked(node)).isFalse();
        assertThat(nodes.pick("s", null, HOUR)).isEqualTo(node);
    }

    @Test
    void pick_manySequences_spreadsThemEvenly() {
        assertThat(shares(nodes).values())
                .hasSize(3)
                .allSatisfy(share -> assertThat(share).isBetween(280L, 390L));
    }

    @Test
    void pick_manyClients_spreadOneSequence() {
        Map<URI, Long> shares = IntStream.range(0, 1000)
                .mapToObj(i -> new Nodes(List.of(A, B, C), "client-" + i, () -> 0.0).pick("s", null, 0))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));

        assertThat(shares.values())
                .hasSize(3)
                .allSatisfy(share -> assertThat(share).isBetween(280L, 390L));
    }

    @Test
    void pick_afterAFailure_goesElsewhereUntilItHasAnswered() {
        URI node = nodes.pick("s", null, 0);
        assertThat(nodes.failed(node, 0, 0)).isTrue();
        assertThat(nodes.pick("s", null, 0)).isNotEqualTo(node);
        assertThat(nodes.pick("s", null, HOUR)).isNotEqualTo(node);

        assertThat(nodes.heard(node, List.of(), true)).isTrue();
        assertThat(nodes.pick("s", null, HOUR)).isEqualTo(node);
    }

    @Test
    void pick_afterFailures_movesOnlyTheSequencesOfTheNodeThatFailed() {
        Map<String, URI> before = choices(nodes);
        nodes.failed(B, 0, 0);
        Map<String, URI> after = choices(nodes);

        before.forEach((name, node) -> {
            if (!node.equals(B)) {
                assertThat(after).containsEntry(name, node);
            }
        });
        assertThat(after.values()).doesNotContain(B).contains(A, C);
    }

    @Test
    void pick_allFailing_rotatesByTheTimeLeftAlone() {
        nodes.failed(A, 0, 0);
        nodes.failed(B, MILLI, 0);
        nodes.failed(C, 2 * MILLI, 0);

        assertThat(nodes.pick("s", null, 3 * MILLI)).isEqualTo(A);
        assertThat(nodes.failed(A, 249 * MILLI, 0)).isFalse();
        nodes.failed(A, 251 * MILLI, 0);
        nodes.failed(C, 253 * MILLI, 0);
        assertThat(nodes.pick("s", null, 254 * MILLI)).isEqualTo(B);
    }

    @Test
    void pick_avoided_goesElsewhereIfAnotherWorks() {
        URI node = nodes.pick("s", null, 0);
        URI other = nodes.pick("s", node, 0);
        assertThat(other).isNotEqualTo(node);

        nodes.failed(other, 0, 0);
        URI third = nodes.pick("s", node, 0);
        assertThat(third).isNotIn(node, other);

        nodes.failed(third, 0, 0);
        assertThat(nodes.pick("s", node, 0)).isEqualTo(node);
    }

    @Test
    void hasNothing_forSeveralSequencesInARow_isTheNode() {
        assertThat(nodes.hasNothing(A, "s")).isFalse();
        assertThat(nodes.hasNothing(A, "s")).isFalse();
        assertThat(nodes.hasNothing(A, "t")).isFalse();
        assertThat(nodes.hasNothing(A, "u")).isTrue();
    }

    @Test
    void hasNothing_itWorksForOthers_isNotTheNode() {
        nodes.hasNothing(A, "s");
        nodes.hasNothing(A, "t");
        nodes.worked(A);

        assertThat(nodes.hasNothing(A, "u")).isFalse();
    }

    @Test
    void failed_whileLeftAlone_countsOnce() {
        nodes.failed(B, 0, 0);
        nodes.failed(C, 0, 0);
        for (int i = 0; i < 16; i++) {
            nodes.failed(A, 0, 0);
        }

        assertThat(nodes.doubtful(249 * MILLI)).isNull();
        assertThat(nodes.doubtful(250 * MILLI)).isEqualTo(A);
    }

    @Test
    void failed_withAdvice_isLeftAloneAsLongAsItWishesUpToHalfAMinute() {
        nodes.failed(A, 0, 3000 * MILLI);
        assertThat(nodes.doubtful(2999 * MILLI)).isNull();
        assertThat(nodes.doubtful(3000 * MILLI)).isEqualTo(A);

        nodes.failed(B, 0, HOUR);
        nodes.worked(A);
        assertThat(nodes.doubtful(29_999 * MILLI)).isNull();
        assertThat(nodes.doubtful(30_000 * MILLI)).isEqualTo(B);
    }

    @Test
    void silent_ofADoubtfulNode_leavesItAloneForLongerEachTime() {
        nodes.failed(A, 0, 0);
        nodes.silent(A, 250 * MILLI);
        assertThat(nodes.doubtful(749 * MILLI)).isNull();
        assertThat(nodes.doubtful(750 * MILLI)).isEqualTo(A);

        nodes.silent(B, 0);
        assertThat(nodes.working()).isIn(B, C);
        assertThat(nodes.doubtful(HOUR)).isEqualTo(A);
    }

    @Test
    void worked_afterFailure_isNews() {
        nodes.failed(A, 0, 0);

        assertThat(nodes.worked(A)).isTrue();
        assertThat(nodes.worked(A)).isFalse();
        assertThat(nodes.failed(A, 0, 0)).isTrue();
    }

    @Test
    void failed_nodeThatIsKnownNoMore_isIgnored() {
        assertThat(nodes.failed(URI.create("http://gone"), 0, 0)).isFalse();
        assertThat(nodes.worked(URI.create("http://gone"))).isFalse();
    }

    static Map<URI, Long> shares(Nodes nodes) {
        return choices(nodes).values().stream()
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
    }

    static Map<String, URI> choices(Nodes nodes) {
        Map<String, URI> choices = new HashMap<>();
        IntStream.range(0, 1000).forEach(i -> choices.put("s" + i, nodes.pick("s" + i, null, 0)));
        return choices;
    }
}
