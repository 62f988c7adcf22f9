package dev.seqd.core;

import java.util.Locale;

/** The integer types a sequence may have, with PostgreSQL's names and limits. */
public enum SequenceType {
    /** 16 bits. */
    SMALLINT(Short.MIN_VALUE, Short.MAX_VALUE),
    /** 32 bits. */
    INTEGER(Integer.MIN_VALUE, Integer.MAX_VALUE),
    /** 64 bits, the default. */
    BIGINT(Long.MIN_VALUE, Long.MAX_VALUE);

    private final String sqlName = name().toLowerCase(Locale.ROOT);
    private final long lowest;
    private final long highest;

    SequenceType(long lowest, long highest) {
        this.lowest = lowest;
        this.highest = highest;
    }

    /** The name as in SQL: {@code smallint}, {@code integer} or {@code bigint}. */
    public String sqlName() {
        return sqlName;
    }

    /** The smallest value of the type. */
    public long lowest() {
        return lowest;
    }

    /** The largest value of the type. */
    public long highest() {
        return highest;
    }

    /** Whether the type can hold the value. */
    public boolean holds(long value) {
        return value >= lowest && value <= highest;
    }

    @Override
    public String toString() {
        return sqlName;
    }

    /**
     * The type with the given SQL name, case-sensitive.
     *
     * @throws SeqdException {@code invalid-definition} if there is none
     */
    public static SequenceType ofSqlName(String name) {
        for (SequenceType type : values()) {
            if (type.sqlName.equals(name)) {
                return type;
            }
        }
        throw new SeqdException(
                SeqdError.INVALID_DEFINITION, "22023", "sequence type must be smallint, integer, or bigint");
    }
}
