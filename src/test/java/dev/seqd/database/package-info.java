/** What tests do with a database beyond what users may. */
@NullMarked
package dev.seqd.database;

import org.jspecify.annotations.NullMarked;
