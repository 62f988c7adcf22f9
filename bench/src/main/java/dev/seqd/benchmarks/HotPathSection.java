package dev.seqd.benchmarks;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tables of the part {@code hotpath}. */
final class HotPathSection {
    private HotPathSection() {}

    static Map<String, String> values(HotPathResult result) {
        return Map.of(
                "paired", paired(result),
                "direct", direct(result),
                "jmh", jmh(result.jmh()),
                "fullSpeed", fullSpeed(result.fullSpeed()),
                "block", Units.count(PeerSubjects.BLOCK));
    }

    private static String paired(HotPathResult result) {
        MarkdownTable table = new MarkdownTable(
                "Subject", "Threads", "CPU a call", "AtomicLong", "Ratio", "Half of the pairs", "Pairs");
        for (HotPathResult.Paired pair : result.paired()) {
            if (pair.reference().equals(PeerSubjects.Bare.LABEL)) {
                addPair(table, pair);
            }
        }
        return table.toString();
    }

    private static String direct(HotPathResult result) {
        MarkdownTable table = new MarkdownTable(
                "Subject", "Threads", "CPU a call", "seqd, handle", "Ratio", "Half of the pairs", "Pairs");
        for (HotPathResult.Paired pair : result.paired()) {
            if (pair.reference().equals(SeqdSubjects.HANDLE)) {
                addPair(table, pair);
            }
        }
        return table.toString();
    }

    private static void addPair(MarkdownTable table, HotPathResult.Paired pair) {
        table.row(
                pair.subject(),
                Integer.toString(pair.threads()),
                Units.time(pair.subjectNanos()),
                Units.time(pair.referenceNanos()),
                Units.decimal(pair.ratio()),
                Units.decimal(pair.low()) + " to " + Units.decimal(pair.high()),
                Integer.toString(pair.pairs()));
    }

    private static String jmh(List<HotPathResult.Jmh> scores) {
        Set<String> subjects = new LinkedHashSet<>();
        scores.forEach(score -> subjects.add(score.subject()));
        MarkdownTable table = new MarkdownTable("Subject", "1 thread", "2 threads", "8 threads");
        subjects.forEach(subject ->
                table.row(subject, score(scores, subject, 1), score(scores, subject, 2), score(scores, subject, 8)));
        return table.toString();
    }

    private static String score(List<HotPathResult.Jmh> scores, String subject, int threads) {
        return scores.stream()
                .filter(score -> score.subject().equals(subject) && score.threads() == threads)
                .findFirst()
                .map(score -> Units.time(score.nanos()) + (score.error() > 0 ? " +- " + Units.time(score.error()) : ""))
                .orElse("-");
    }

    private static String fullSpeed(List<HotPathResult.FullSpeed> runs) {
        MarkdownTable table = new MarkdownTable(
                "Threads",
                "Calls a second",
                "Bytes a call, callers",
                "others",
                "Blocks",
                "Values a block",
                "Block lasts");
        for (HotPathResult.FullSpeed run : runs) {
            table.row(
                    Integer.toString(run.threads()),
                    Units.count(run.callsPerSecond()),
                    Check.text(run.callerBytes()),
                    Check.text(run.otherBytes()),
                    Units.count(run.grants()),
                    Units.count(run.valuesPerGrant()),
                    Units.time(run.secondsPerGrant() * 1e9));
        }
        return table.toString();
    }
}
