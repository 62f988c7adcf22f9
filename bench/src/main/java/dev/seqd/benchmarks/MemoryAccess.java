package dev.seqd.benchmarks;

import java.util.concurrent.atomic.AtomicLong;
import org.hibernate.id.IdentifierGeneratorHelper;
import org.hibernate.id.IntegralDataTypeHolder;
import org.hibernate.id.enhanced.AccessCallback;
import org.jspecify.annotations.Nullable;

/** A sequence in memory, in the place of the database that Hibernate would ask. Thread-safe. */
final class MemoryAccess implements AccessCallback {
    private final AtomicLong next = new AtomicLong(1);
    private final int increment;

    MemoryAccess(int increment) {
        this.increment = increment;
    }

    @Override
    public IntegralDataTypeHolder getNextValue() {
        return IdentifierGeneratorHelper.getIntegralDataTypeHolder(Long.class).initialize(next.getAndAdd(increment));
    }

    @Override
    public @Nullable String getTenantIdentifier() {
        return null;
    }
}
