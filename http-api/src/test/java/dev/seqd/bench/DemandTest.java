package dev.seqd.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DemandTest {
    private static final Offset<Double> EXACT = within(1e-9);
    private static final Load DEFAULT = new Load(10_000, 50_000, 4, 1.1, 1);

    @Test
    void of_theDefaults_drawsTheHottestFarMoreThan5000TimesASecondInOneProcess() {
        Demand demand = Demand.of(DEFAULT);

        assertThat(demand.hottestInOneProcess() * DEFAULT.rate()).isBetween(6_000.0, 7_000.0);
        assertThat(demand.weight(0)).isBetween(0.15, 0.16);
    }

    @Test
    void of_theDefaults_drawsEvenTheColdestNowAndThen() {
        assertThat(Demand.of(DEFAULT).weight(9_999) * DEFAULT.rate()).isGreaterThan(0.2);
    }

    @Test
    void shareOf_allClients_addsUpToZipf() {
        Demand demand = Demand.of(DEFAULT);
        double[] sums = new double[DEFAULT.sequences()];
        for (int client = 0; client < DEFAULT.clients(); client++) {
            ClientShare share = demand.shareOf(client);
            for (int i = 0; i < share.size(); i++) {
                sums[share.ranks()[i]] += share.weights()[i];
            }
        }
        for (int rank : new int[] {0, 1, 99, 100, 101, 5_000, 9_999}) {
            assertThat(sums[rank]).isCloseTo(demand.weight(rank), EXACT);
            assertThat(sums[0] / sums[rank]).isCloseTo(Math.pow(rank + 1.0, 1.1), within(1e-3));
        }
        assertThat(Arrays.stream(sums).sum()).isCloseTo(1, EXACT);
    }

    @Test
    void shareOf_allClients_carryTheSame() {
        Demand demand = Demand.of(DEFAULT);

        for (int client = 0; client < DEFAULT.clients(); client++) {
            assertThat(demand.shareOf(client).total()).isCloseTo(0.25, within(1e-4));
        }
    }

    @Test
    void shareOf_hottestHundred_areDrawnByAllAndTheRestByOne() {
        Demand demand = Demand.of(DEFAULT);
        int[] users = new int[DEFAULT.sequences()];
        IntStream.range(0, DEFAULT.clients())
                .flatMap(client -> Arrays.stream(demand.shareOf(client).ranks()))
                .forEach(rank -> users[rank]++);

        assertThat(Arrays.copyOf(users, Demand.HOT)).containsOnly(4);
        assertThat(Arrays.copyOfRange(users, Demand.HOT, users.length)).containsOnly(1);
    }

    @Test
    void shareOf_hotSequence_comesMostlyFromOneProcess() {
        Demand demand = Demand.of(DEFAULT);

        double[] parts = IntStream.range(0, 4)
                .mapToDouble(client -> demand.weight(client, 3) / demand.weight(3))
                .sorted()
                .toArray();

        assertThat(parts[3]).isCloseTo(0.85, EXACT);
        assertThat(parts[0]).isCloseTo(0.05, EXACT);
    }

    @Test
    void shareOf_oneClient_isEverything() {
        ClientShare share = Demand.of(new Load(500, 10, 1, 1.1, 1)).shareOf(0);

        assertThat(share.size()).isEqualTo(500);
        assertThat(share.total()).isCloseTo(1, EXACT);
    }

    @Test
    void shareOf_moreClientsThanSequences_isNeverEmpty() {
        Demand demand = Demand.of(new Load(1, 10, 64, 0, 1));

        for (int client = 0; client < 64; client++) {
            assertThat(demand.shareOf(client).total()).isPositive();
        }
    }
}
