/** Faults injected into a running service of real processes, the traffic under which it happens, and the judge of it all. */
@NullMarked
package dev.seqd.faults;

import org.jspecify.annotations.NullMarked;
