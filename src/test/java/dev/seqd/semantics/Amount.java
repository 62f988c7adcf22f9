package dev.seqd.semantics;

import com.google.errorprone.annotations.Immutable;
import java.math.BigInteger;

/**
 * A number said relative to a sequence. Numbers beyond 64 bits become the last ones within.
 *
 * @param anchor what it lies near
 * @param offset how far from it
 * @param steps how many increments from it
 */
record Amount(Anchor anchor, int offset, int steps) {
    private static final BigInteger LOWEST = BigInteger.valueOf(Long.MIN_VALUE);
    private static final BigInteger HIGHEST = BigInteger.valueOf(Long.MAX_VALUE);

    /** What a number may lie near. A positive offset leads from a limit towards zero. */
    enum Anchor {
        ZERO(1, scene -> BigInteger.ZERO),
        MIN(1, scene -> big(scene.min())),
        MAX(-1, scene -> big(scene.max())),
        POSITION(1, scene -> big(scene.position())),
        START(1, scene -> big(scene.start())),
        TYPE_LOWEST(1, scene -> big(scene.type().lowest())),
        TYPE_HIGHEST(-1, scene -> big(scene.type().highest())),
        WIDTH(1, scene -> width(scene)),
        WIDTH_DOWN(-1, scene -> width(scene).negate()),
        HALF_WIDTH(1, scene -> width(scene).shiftRight(1)),
        TURNED(-1, scene -> big(scene.increment()).negate()),
        SMALLINT_LOWEST(1, scene -> big(Short.MIN_VALUE)),
        SMALLINT_HIGHEST(-1, scene -> big(Short.MAX_VALUE)),
        INTEGER_LOWEST(1, scene -> big(Integer.MIN_VALUE)),
        INTEGER_HIGHEST(-1, scene -> big(Integer.MAX_VALUE)),
        BIGINT_LOWEST(1, scene -> LOWEST),
        BIGINT_HIGHEST(-1, scene -> HIGHEST);

        private final int inwards;
        private final Base base;

        Anchor(int inwards, Base base) {
            this.inwards = inwards;
            this.base = base;
        }
    }

    @Immutable
    private interface Base {
        BigInteger of(Scene scene);
    }

    long in(Scene scene) {
        return anchor.base
                .of(scene)
                .add(BigInteger.valueOf((long) anchor.inwards * offset))
                .add(big(scene.increment()).multiply(BigInteger.valueOf(steps)))
                .max(LOWEST)
                .min(HIGHEST)
                .longValueExact();
    }

    private static BigInteger width(Scene scene) {
        return big(scene.max()).subtract(big(scene.min()));
    }

    private static BigInteger big(long value) {
        return BigInteger.valueOf(value);
    }
}
