/** What tests of the whole need from the inside of the allocator. */
@NullMarked
package dev.seqd.allocator;

import org.jspecify.annotations.NullMarked;
