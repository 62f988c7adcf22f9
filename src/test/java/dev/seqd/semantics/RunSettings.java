package dev.seqd.semantics;

import net.jqwik.api.lifecycle.AroundPropertyHook;
import net.jqwik.api.lifecycle.PropertyAttributes;
import net.jqwik.api.lifecycle.PropertyExecutionResult;
import net.jqwik.api.lifecycle.PropertyExecutor;
import net.jqwik.api.lifecycle.PropertyLifecycleContext;

/**
 * How long and from which seed a property runs: {@code -Dseqd.differential.histories=1000000}, and
 * {@code -Dseqd.differential.seed=} with the seed that an earlier run printed.
 */
final class RunSettings implements AroundPropertyHook {
    @Override
    public PropertyExecutionResult aroundProperty(PropertyLifecycleContext context, PropertyExecutor property) {
        PropertyAttributes attributes = context.attributes();
        Integer histories = Integer.getInteger("seqd.differential.histories");
        if (histories != null) {
            attributes.setTries(histories);
        }
        String seed = System.getProperty("seqd.differential.seed");
        if (seed != null) {
            attributes.setSeed(seed);
        }
        return property.execute();
    }
}
