package dev.seqd.benchmarks;

import java.util.List;

/** What a part found, as it is kept in a file. */
interface Result {
    RunInfo run();

    List<Check> checks();
}
