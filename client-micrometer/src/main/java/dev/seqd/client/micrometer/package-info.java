/** The Java client's figures as Micrometer meters: {@link dev.seqd.client.micrometer.SeqClientMetrics}. */
@NullMarked
package dev.seqd.client.micrometer;

import org.jspecify.annotations.NullMarked;
