package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nodes come, go, lie and are not to be reached. */
class TopologyTest {
    private static final URI A = URI.create("http://a");
    private static final URI B = URI.create("http://b");
    private static final URI C = URI.create("http://c");
    private static final URI EVIL = URI.create("http://evil");

    private final Rig rig = new Rig("http://a");
    private final FakeSequence service = new FakeSequence(1, 1);
    private final Map<URI, String> cluster = new TreeMap<>(Map.of(A, "1"));

    @Test
    void cluster_nodesJoin_areUsedWithinHalfAMinute() {
        rig.source.answer(service);
        rig.source.tell(node -> members());
        use(40);
        assertThat(askedSince(0)).containsExactly(A);

        cluster.putAll(Map.of(B, "2", C, "3"));
        int before = rig.source.count();
        rig.pass(Duration.ofSeconds(30));
        use(40);
        assertThat(askedSince(before)).containsExactlyInAnyOrder(A, B, C);
    }

    @Test
    void cluster_nodeLeaves_isDroppedAndAskedNoMore() {
        cluster.put(B, "2");
        rig.source.answer(service);
        rig.source.tell(node -> members());
        use(40);
        rig.pass(Duration.ofSeconds(30));
        cluster.remove(B);
        rig.pass(Duration.ofSeconds(30));
        int before = rig.source.count();
        use(40);

        assertThat(askedSince(before)).containsExactly(A);
    }

    @Test
    void cluster_listsANodeThatIsNotToBeReached_neverAsksItForValues() {
        cluster.put(B, "2");
        rig.source.answer(service);
        rig.source.tell(node -> {
            if (node.equals(B)) {
                throw new IllegalStateException("no route");
            }
            return members();
        });
        use(40);
        rig.pass(Duration.ofMinutes(1));
        use(40);

        assertThat(askedSince(0)).containsExactly(A);
        assertThat(rig.source.askedForMembers()).contains(B);
    }

    @Test
    void cluster_addressMeansAnotherClusterHere_isNeverAskedForValues() {
        cluster.put(B, "2");
        rig.source.answer(service);
        rig.source.tell(node -> node.equals(B) ? List.of(new Member("77", B), new Member("78", EVIL)) : members());
        use(40);
        rig.pass(Duration.ofMinutes(1));
        use(40);

        assertThat(askedSince(0)).containsExactly(A);
        assertThat(rig.source.askedForMembers()).doesNotContain(EVIL);
    }

    @Test
    void cluster_nodeStartsAnew_isUsedOnceItSaysWhoItIs() {
        cluster.put(B, "2");
        rig.source.answer(service);
        rig.source.tell(node -> members());
        use(40);
        rig.pass(Duration.ofSeconds(30));
        cluster.put(B, "22");
        rig.pass(Duration.ofSeconds(30));
        int before = rig.source.count();
        use(40);

        assertThat(askedSince(before)).containsExactlyInAnyOrder(A, B);
    }

    @Test
    void cluster_givenAddressIsNotListed_isUsedAgainWhenTheListedOnesFail() {
        cluster.clear();
        cluster.put(B, "2");
        rig.source.answer(service);
        rig.source.tell(node -> members());
        use(40);
        rig.pass(Duration.ofSeconds(30));
        int before = rig.source.count();
        use(40);
        assertThat(askedSince(before)).containsExactly(B);

        rig.source.failAt(B, new IOException("down"), service);
        rig.pass(Duration.ofSeconds(1));
        before = rig.source.count();
        use(40);
        assertThat(askedSince(before)).contains(A);
    }

    @Test
    void cluster_answerIsLost_isAskedAgain() {
        rig.source.answer(service);
        rig.source.tell(node -> members());
        rig.executing(false);
        rig.calls("s", 1);
        rig.pass(Duration.ofSeconds(11));
        rig.executing(true);
        cluster.put(B, "2");
        rig.calls("s", 1);
        rig.pass(Duration.ofSeconds(30));

        assertThat(rig.source.askedForMembers()).contains(B);
    }

    @Test
    void cluster_tellsOfThousands_keepsAHundred() {
        List<Member> many = IntStream.range(0, 5000)
                .mapToObj(i -> new Member("m" + i, URI.create("http://h" + i)))
                .toList();
        Nodes nodes = new Nodes(List.of(A), "client", () -> 0.0);
        nodes.heard(A, many, true);

        assertThat(nodes.endpoints()).hasSize(Nodes.MAX + 1);
    }

    @Test
    void cluster_nobodyUsesTheClient_isNotAsked() {
        rig.source.tell(node -> members());
        rig.pass(Duration.ofMinutes(1));

        assertThat(rig.source.askedForMembers()).isEmpty();
    }

    /** Uses fresh sequences, so that each is granted something. */
    private void use(int sequences) {
        for (int i = 0; i < sequences; i++) {
            rig.calls("s" + rig.source.count() + "-" + i, 1);
        }
        rig.pass(Duration.ofSeconds(1));
    }

    private List<Member> members() {
        return cluster.entrySet().stream()
                .map(entry -> new Member(entry.getValue(), entry.getKey()))
                .toList();
    }

    private Set<URI> askedSince(int count) {
        return rig.source.all().stream()
                .skip(count)
                .map(ScriptedSource.Asked::node)
                .collect(Collectors.toSet());
    }

    @Test
    void cluster_manyNodesAreSilent_theListIsStillRead() {
        List<String> dead =
                IntStream.range(0, 20).mapToObj(i -> "http://dead" + i).toList();
        dead.forEach(node -> cluster.put(URI.create(node), node));
        rig.source.answer(service);
        rig.source.tell(node -> {
            if (dead.contains(node.toString())) {
                throw new IllegalStateException("silence");
            }
            return members();
        });
        use(40);
        rig.pass(Duration.ofSeconds(20));
        cluster.put(B, "2");
        int before = rig.source.count();
        rig.pass(Duration.ofSeconds(30));
        use(40);

        assertThat(askedSince(before)).contains(B);
    }

    @Test
    void cluster_twoSidesListOnlyThemselves_bothAreUsedOn() {
        Rig both = new Rig("http://a", "http://b");
        both.source.answer(service);
        both.source.tell(node -> List.of(new Member(node.equals(A) ? "1" : "2", node)));
        for (int i = 0; i < 60; i++) {
            both.calls("s" + i, 1);
            both.pass(Duration.ofSeconds(1));
        }

        assertThat(both.source.all().stream().skip(30).map(ScriptedSource.Asked::node))
                .contains(A, B);
    }

    @Test
    void cluster_proxyTellsNothing_isUsedAgainAfterAFailure() {
        rig.source.tell(node -> List.of());
        rig.source.fail(new IOException("down"));
        rig.calls("s", 1);
        rig.source.answer(service);
        rig.pass(Duration.ofSeconds(5));
        use(1);

        assertThat(rig.source.last().node()).isEqualTo(A);
    }
}
