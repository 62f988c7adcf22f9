package dev.seqd.faults;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.mutants.Classes;
import dev.seqd.mutants.Patch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class MutantTest {
    /** Most of them run seldom: whoever changes what a patch takes out learns of it at once. */
    @ParameterizedTest
    @EnumSource
    void patch_fitsTheSources(Mutant mutant) {
        assertThat(Classes.of(Patch.files("processes/" + mutant))).isNotEmpty();
    }
}
