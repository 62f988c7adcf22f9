/**
 * The database below the journal: an embedded PostgreSQL, a small pool for plain JDBC, the checks before a start, and
 * the schema's upgrade. Nothing here knows Pekko.
 */
@NullMarked
package dev.seqd.database;

import org.jspecify.annotations.NullMarked;
