package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.seqd.database.DatabaseChecks.Facts;
import org.junit.jupiter.api.Test;

class DatabaseChecksTest {
    @Test
    void facts_durablePrimary_isAccepted() {
        Facts facts = new Facts(130_000, false, "on", "on", "remote_write");

        assertThat(facts.unusable()).isEmpty();
        assertThat(facts.unsafe()).isEmpty();
    }

    @Test
    void unusable_oldVersion_isNamed() {
        assertThat(new Facts(120_022, false, "on", "on", "on").unusable())
                .hasValueSatisfying(reason -> assertThat(reason).contains("PostgreSQL 12", "13 or newer"));
    }

    @Test
    void unusable_standby_isNamed() {
        assertThat(new Facts(180_006, true, "on", "on", "on").unusable())
                .hasValueSatisfying(reason -> assertThat(reason).contains("standby", "primary"));
    }

    @Test
    void unsafe_settingOff_isNamed() {
        assertThat(new Facts(180_006, false, "off", "on", "on").unsafe())
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("fsync is off"));
        assertThat(new Facts(180_006, false, "on", "off", "on").unsafe())
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("full_page_writes is off"));
        assertThat(new Facts(180_006, false, "on", "on", "off").unsafe())
                .hasValueSatisfying(reason -> assertThat(reason).startsWith("synchronous_commit is off"));
    }
}
