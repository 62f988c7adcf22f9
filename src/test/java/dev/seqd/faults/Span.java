package dev.seqd.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Some numbers of a sequence in a row, by their ordinals, both ends included. */
record Span(long from, long to) {
    static final Comparator<Span> BY_BEGIN = Comparator.comparingLong(Span::from);

    boolean holds(Span other) {
        return from <= other.from && other.to <= to;
    }

    /** The same numbers in as few spans as possible, in order. */
    static List<Span> joined(List<Span> spans) {
        List<Span> joined = new ArrayList<>();
        for (Span span : spans.stream().sorted(BY_BEGIN).toList()) {
            int last = joined.size() - 1;
            if (last >= 0 && span.from <= joined.get(last).to + 1) {
                joined.set(last, new Span(joined.get(last).from, Math.max(joined.get(last).to, span.to)));
            } else {
                joined.add(span);
            }
        }
        return joined;
    }
}
