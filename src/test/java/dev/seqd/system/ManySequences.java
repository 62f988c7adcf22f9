package dev.seqd.system;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/** Sequences beyond counting, made in the database, so that no node has ever had them in memory. */
final class ManySequences {
    private static final String COPY =
            "INSERT INTO event_journal (persistence_id, sequence_number, writer, write_timestamp, adapter_manifest,"
                    + " event_ser_id, event_ser_manifest, event_payload) SELECT 'counter|' || ? || i, sequence_number,"
                    + " writer, write_timestamp, adapter_manifest, event_ser_id, event_ser_manifest, event_payload"
                    + " FROM event_journal, generate_series(0, ? - 1) i WHERE persistence_id = 'counter|' || ?"
                    + " ORDER BY i, sequence_number";

    private ManySequences() {}

    /** Makes the prefix and 0 and so on, each with the same history as one that is there. */
    static void copy(Connection database, String of, String prefix, int count) throws SQLException {
        try (PreparedStatement insert = database.prepareStatement(COPY);
                Statement statement = database.createStatement()) {
            insert.setString(1, prefix);
            insert.setInt(2, count);
            insert.setString(3, of);
            insert.executeUpdate();
            statement.execute("VACUUM ANALYZE event_journal, seqd_sequence");
        }
    }
}
