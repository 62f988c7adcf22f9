/** Tests of the whole: real processes, a real PostgreSQL, real kills. */
@NullMarked
package dev.seqd.system;

import org.jspecify.annotations.NullMarked;
