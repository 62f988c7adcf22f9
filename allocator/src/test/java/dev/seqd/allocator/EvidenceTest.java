package dev.seqd.allocator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.allocator.Evidence.Doubt;
import dev.seqd.allocator.Evidence.Statement;
import dev.seqd.allocator.Evidence.Trust;
import dev.seqd.allocator.Evidence.Verdict;
import dev.seqd.allocator.Evidence.Wait;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class EvidenceTest {
    private static final long NEVER = Long.MAX_VALUE;
    private static final Statement COMPLETE = new Statement("here", false, false, 500, NEVER);
    private static final Statement LOST = new Statement("here", false, true, 30_000, NEVER);

    private static Verdict verdict(Statement own, Statement... peers) {
        Map<String, Optional<Statement>> said = new java.util.HashMap<>();
        for (int i = 0; i < peers.length; i++) {
            said.put("peer" + i, Optional.of(peers[i]));
        }
        return new Evidence(own, said, false, false).verdict();
    }

    private static void assertDoubt(Verdict verdict, String reason) {
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        Doubt.class, doubt -> assertThat(doubt.reason()).contains(reason, "seqd raise --all"));
    }

    @Test
    void verdict_nothingLostAnywhere_isTrust() {
        assertThat(verdict(COMPLETE)).isInstanceOf(Trust.class);
        assertThat(verdict(COMPLETE, COMPLETE, COMPLETE)).isInstanceOf(Trust.class);
    }

    @Test
    void verdict_lostButAllKnowAndNobodyLeft_isTrust() {
        assertThat(verdict(LOST)).isInstanceOf(Trust.class);
        assertThat(verdict(COMPLETE, LOST)).isInstanceOf(Trust.class);
    }

    @Test
    void verdict_aPeerHasNotAnswered_waitsAndThenDoubts() {
        Map<String, Optional<Statement>> silent = Map.of("far", Optional.empty());

        assertThat(new Evidence(COMPLETE, silent, false, false).verdict()).isInstanceOf(Wait.class);
        assertDoubt(new Evidence(COMPLETE, silent, false, true).verdict(), "far");
    }

    @Test
    void verdict_aPeerSeesAnotherServer_isNoTrust() {
        Statement elsewhere = new Statement("there", true, false, 0, NEVER);

        assertThat(verdict(COMPLETE, elsewhere)).isInstanceOf(Wait.class);
        assertDoubt(
                new Evidence(COMPLETE, Map.of("far", Optional.of(elsewhere)), true, true).verdict(),
                "different database servers");
    }

    @Test
    void verdict_lostLongerAgoThanAnybodyRemembers_isDoubt() {
        assertDoubt(verdict(new Statement("here", false, true, -1, NEVER)), "than the members remember");
        assertDoubt(verdict(LOST, new Statement("here", false, false, -1, NEVER)), "than the members remember");
        assertThat(verdict(new Statement("here", false, false, -1, NEVER))).isInstanceOf(Trust.class);
    }

    @Test
    void verdict_aMemberLeftWithinWhatIsLost_isDoubtWhoeverSawIt() {
        Statement saw = new Statement("here", false, false, 100, 20_000);

        assertDoubt(verdict(LOST, saw), "has left");
        assertThat(verdict(COMPLETE, saw)).isInstanceOf(Trust.class);
        assertThat(verdict(LOST, new Statement("here", false, false, 100, 40_000)))
                .isInstanceOf(Trust.class);
    }

    @Test
    void verdict_newNode_believesWhoHasSettledAndDoubtsWithOthers() {
        Statement settled = new Statement("here", true, false, 0, NEVER);

        assertThat(new Evidence(COMPLETE, Map.of("a", Optional.of(settled), "b", Optional.empty()), true, false)
                        .verdict())
                .isInstanceOf(Trust.class);
        assertDoubt(
                new Evidence(
                                COMPLETE,
                                Map.of("a", Optional.of(new Statement("here", false, true, -1, NEVER))),
                                true,
                                false)
                        .verdict(),
                "than the members remember");
    }

    @Test
    void aged_statement_growsOlderButStaysUnknown() {
        assertThat(LOST.aged(5)).isEqualTo(new Statement("here", false, true, 30_005, NEVER));
        assertThat(new Statement("here", false, true, -1, 7).aged(5))
                .isEqualTo(new Statement("here", false, true, -1, 12));
    }
}
