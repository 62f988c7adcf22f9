package dev.seqd.bench;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which process draws which sequence how often. Over all processes the demand is Zipf's: rank {@code k} (from 0) has a
 * weight of {@code 1 / (k + 1)^zipf}. Each sequence has a home process; the homes are dealt out, hottest first, to the
 * process with the least demand so far, so that all carry about the same. The hottest {@value #HOT} are drawn by every
 * process: {@value #HOME_SHARE} of their demand by the home, the rest by the others in equal parts.
 *
 * <p>Parent and clients compute the same from the same {@link Load}. Immutable.
 */
final class Demand {
    /** How many of the hottest sequences all processes draw. */
    static final int HOT = 100;
    /** The part of a hot sequence's demand that comes from its home process. */
    static final double HOME_SHARE = 0.85;

    private final int clients;
    private final double[] weights;
    private final int[] homes;

    private Demand(int clients, double[] weights, int[] homes) {
        this.clients = clients;
        this.weights = weights;
        this.homes = homes;
    }

    static Demand of(Load load) {
        double[] weights = zipf(load.sequences(), load.zipf());
        int[] homes = new int[weights.length];
        Demand demand = new Demand(load.clients(), weights, homes);
        double[] carried = new double[load.clients()];
        for (int rank = 0; rank < homes.length; rank++) {
            homes[rank] = leastOf(carried);
            demand.carry(rank, carried);
        }
        return demand;
    }

    private static double[] zipf(int sequences, double exponent) {
        double[] raw = new double[sequences];
        Arrays.setAll(raw, rank -> Math.pow(rank + 1.0, -exponent));
        double sum = Arrays.stream(raw).sum();
        return Arrays.stream(raw).map(weight -> weight / sum).toArray();
    }

    private static int leastOf(double[] carried) {
        int least = 0;
        for (int client = 1; client < carried.length; client++) {
            least = carried[client] < carried[least] ? client : least;
        }
        return least;
    }

    private void carry(int rank, double[] carried) {
        for (int client = 0; client < clients; client++) {
            carried[client] += weight(client, rank);
        }
    }

    /** The part of all draws that one process makes on one sequence. */
    double weight(int client, int rank) {
        boolean home = homes[rank] == client;
        if (rank >= HOT || clients == 1) {
            return home ? weights[rank] : 0;
        }
        return weights[rank] * (home ? HOME_SHARE : (1 - HOME_SHARE) / (clients - 1));
    }

    /** The part of all draws that falls on one sequence. */
    double weight(int rank) {
        return weights[rank];
    }

    /** What the process draws; never nothing, as there are at most 64 processes and all of them draw the hottest. */
    ClientShare shareOf(int client) {
        int[] ranks = IntStream.range(0, weights.length)
                .filter(rank -> weight(client, rank) > 0)
                .toArray();
        double[] own =
                Arrays.stream(ranks).mapToDouble(rank -> weight(client, rank)).toArray();
        return new ClientShare(ranks, own);
    }

    /** The largest part of all draws that any one process makes on any one sequence. */
    double hottestInOneProcess() {
        return weight(homes[0], 0);
    }
}
