package dev.seqd.semantics;

import dev.seqd.core.SequenceOptions;
import dev.seqd.core.SequenceOptions.Setting;
import dev.seqd.core.SequenceOrder;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One call on a sequence, for both sides. */
sealed interface Operation {
    /** How PostgreSQL is asked. */
    String sql();

    /** Asks seqd. */
    Outcome on(SequenceUnderTest sequence);

    /** The same with other options, if it has any. */
    default Operation with(UnaryOperator<SequenceOptions> change) {
        return this;
    }

    record Create(SequenceOptions options) implements Operation {
        @Override
        public Operation with(UnaryOperator<SequenceOptions> change) {
            return new Create(change.apply(options));
        }

        @Override
        public String sql() {
            return "CREATE SEQUENCE s" + clauses(options);
        }

        @Override
        public Outcome on(SequenceUnderTest sequence) {
            return sequence.create(options);
        }
    }

    record Next() implements Operation {
        @Override
        public String sql() {
            return "SELECT nextval('s')";
        }

        @Override
        public Outcome on(SequenceUnderTest sequence) {
            return sequence.next();
        }
    }

    record SetValue(long value, boolean called) implements Operation {
        /** The quotes are for the lowest value of all, which PostgreSQL cannot read as a negated number. */
        @Override
        public String sql() {
            return "SELECT setval('s', '" + value + "', " + called + ")";
        }

        @Override
        public Outcome on(SequenceUnderTest sequence) {
            return sequence.setval(value, called);
        }
    }

    record Alter(SequenceOptions options) implements Operation {
        @Override
        public Operation with(UnaryOperator<SequenceOptions> change) {
            return new Alter(change.apply(options));
        }

        @Override
        public String sql() {
            String clauses = clauses(options);
            return "ALTER SEQUENCE s" + (clauses.isEmpty() ? " CACHE 1" : clauses);
        }

        @Override
        public Outcome on(SequenceUnderTest sequence) {
            return sequence.alter(options);
        }
    }

    record Restart(@Nullable Long with) implements Operation {
        @Override
        public String sql() {
            return "ALTER SEQUENCE s RESTART" + (with == null ? "" : " WITH " + with);
        }

        @Override
        public Outcome on(SequenceUnderTest sequence) {
            return sequence.restart(with);
        }
    }

    record Drop() implements Operation {
        @Override
        public String sql() {
            return "DROP SEQUENCE s";
        }

        @Override
        public Outcome on(SequenceUnderTest sequence) {
            return sequence.drop();
        }
    }

    private static String clauses(SequenceOptions options) {
        return clause(" AS ", options.type() == null ? null : options.type().sqlName())
                + clause(" INCREMENT BY ", options.increment())
                + bound(" MINVALUE ", options.min())
                + bound(" MAXVALUE ", options.max())
                + clause(" START WITH ", options.start())
                + (options.cycle() == null ? "" : options.cycle() ? " CYCLE" : " NO CYCLE")
                + (options.cache() == null ? order(options.order()) : cache(options.cache()));
    }

    private static String clause(String words, @Nullable Object value) {
        return value == null ? "" : words + value;
    }

    private static String bound(String words, @Nullable Setting bound) {
        if (bound == null) {
            return "";
        }
        return bound.value() == null ? " NO" + words.stripTrailing() : words + bound.value();
    }

    /** What PostgreSQL's cache skips, seqd calls back: its values compare to those with a cache of 1. */
    private static String cache(@Nullable Setting cache) {
        Long values = cache == null ? null : cache.value();
        if (values == null) {
            return "";
        }
        return values <= 1 ? " CACHE " + values : " CACHE 1 /* seqd: " + values + " */";
    }

    private static String order(@Nullable SequenceOrder order) {
        return order == null ? "" : " CACHE 1 /* seqd: order " + order.code() + " */";
    }
}
