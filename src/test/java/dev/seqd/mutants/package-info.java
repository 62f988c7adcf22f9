/** The product as it would be with other words in its sources: what shows that the tests would notice. */
@org.jspecify.annotations.NullMarked
package dev.seqd.mutants;
