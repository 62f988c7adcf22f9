package dev.seqd.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseSettingsTest {
    private static final String URL = "jdbc:postgresql://db:5433/numbers?password=secret2&ssl=true";
    private static final DatabaseSettings VALID = DatabaseSettings.of(URL, "app", "secret1");

    @Test
    void toString_passwords_areNotInIt() {
        assertThat(VALID.toString()).contains("db:5433/numbers", "user=app").doesNotContain("secret");
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:postgresql://db:5433/numbers, db:5433/numbers",
        "jdbc:postgresql://db/numbers?user=x, db:5432/numbers",
        "'jdbc:postgresql://a:1,b:2/numbers', 'a:1,b:2/numbers'",
        "jdbc:postgresql:numbers, localhost:5432/numbers",
        "jdbc:postgresql://db/, db:5432/app",
    })
    void target_address_namesHostPortAndDatabase(String url, String target) {
        assertThat(DatabaseSettings.of(url, "app", null).target()).isEqualTo(target);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "jdbc:mysql://db/x", "postgresql://db/x", "jdbc:postgresql://db:port/x?password=secret3"})
    void constructor_addressOfSomethingElse_isRefusedWithoutShowingIt(String url) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DatabaseSettings.of(url, "app", null))
                .withMessageContaining("jdbcUrl must look like")
                .withMessageNotContaining("secret3");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 101})
    void constructor_poolSizeOutOfRange_isRefused(int poolSize) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VALID.withPoolSize(poolSize))
                .withMessageContaining("poolSize");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT0.999S", "PT61M"})
    void constructor_timeoutOutOfRange_isRefused(Duration timeout) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DatabaseSettings(URL, "app", null, 1, Duration.ofSeconds(1), timeout))
                .withMessageContaining("socketTimeout");
    }

    @Test
    void constructor_blankUser_isRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DatabaseSettings.of(URL, " ", null))
                .withMessageContaining("user");
    }
}
