package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class DatabaseTest {
    private static Map<String, String> optionsOf(String jdbcUrl) {
        return parse(Database.withOptions(jdbcUrl, Duration.ofSeconds(5), Duration.ofMillis(1500)));
    }

    /** As the driver understands it. */
    private static Map<String, String> parse(String url) {
        try {
            return Arrays.stream(DriverManager.getDriver(url).getPropertyInfo(url, new Properties()))
                    .filter(option -> option.value != null)
                    .collect(Collectors.toMap(option -> option.name, option -> option.value));
        } catch (SQLException e) {
            throw new AssertionError(url, e);
        }
    }

    @Test
    void withOptions_plainAddress_addsLimitsAndDurability() {
        Map<String, String> options = optionsOf("jdbc:postgresql://db:5433/numbers");

        assertThat(options)
                .containsEntry("PGHOST", "db")
                .containsEntry("PGPORT", "5433")
                .containsEntry("PGDBNAME", "numbers")
                .containsEntry("ApplicationName", "seqd")
                .containsEntry("connectTimeout", "5")
                .containsEntry("loginTimeout", "5")
                .containsEntry("socketTimeout", "2")
                .containsEntry("tcpKeepAlive", "true")
                .containsEntry("options", "-c synchronous_commit=on")
                .containsEntry("targetServerType", "any");
    }

    @Test
    void withOptions_noSocketTimeout_saysZero() {
        String url = Database.withOptions("jdbc:postgresql://db/numbers", Duration.ofSeconds(1), Duration.ZERO);

        assertThat(parse(url)).containsEntry("socketTimeout", "0");
    }

    @Test
    void withOptions_optionsOfTheUser_stay() {
        Map<String, String> options =
                optionsOf("jdbc:postgresql://db/numbers?socketTimeout=99&ApplicationName=mine%26yours&ssl");

        assertThat(options)
                .containsEntry("socketTimeout", "99")
                .containsEntry("ApplicationName", "mine&yours")
                .containsEntry("ssl", "");
    }

    @Test
    void withOptions_addedTwice_changesNothingMore() {
        String once = Database.withOptions("jdbc:postgresql://db/x", Duration.ofSeconds(1), Duration.ofSeconds(1));

        assertThat(Database.withOptions(once, Duration.ofSeconds(7), Duration.ofSeconds(7)))
                .isEqualTo(once);
    }

    @Test
    void withOptions_userSwitchesSynchronousCommitOff_switchesItOnAgain() {
        Map<String, String> options =
                optionsOf("jdbc:postgresql://db/x?options=-c%20search_path=a%20-c%20synchronous_commit%3Doff");

        assertThat(options.get("options"))
                .isEqualTo("-c search_path=a -c synchronous_commit=off -c synchronous_commit=on");
    }

    @Test
    void withOptions_userAsksForRemoteApply_keepsIt() {
        Map<String, String> options =
                optionsOf("jdbc:postgresql://db/x?options=-c%20synchronous_commit%3Dremote_apply");

        assertThat(options).containsEntry("options", "-c synchronous_commit=remote_apply");
    }

    @Test
    void withOptions_severalHosts_prefersThePrimary() {
        assertThat(optionsOf("jdbc:postgresql://a:1,b:2/x")).containsEntry("targetServerType", "primary");
    }
}
