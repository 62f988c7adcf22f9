/** The {@code seqd} command: it starts nodes, and is the operator's tool. */
@NullMarked
package dev.seqd.command;

import org.jspecify.annotations.NullMarked;
