package dev.seqd.faults;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * What the journal says of one sequence, read without the product's code.
 *
 * @param raised the ranges that were raised, in the order of the journal
 * @param holes where the numbers of its events do not follow each other, a sentence each
 */
record JournalReading(List<Span> raised, List<String> holes) {
    private static final String EVENTS = """
            SELECT sequence_number, event_ser_manifest,
                   convert_from(event_payload, 'UTF8')::jsonb ->> 'first',
                   convert_from(event_payload, 'UTF8')::jsonb ->> 'last'
            FROM event_journal WHERE persistence_id = ? ORDER BY sequence_number""";

    static JournalReading of(Connection connection, Numbers numbers) throws SQLException {
        List<Span> raised = new ArrayList<>();
        List<String> holes = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(EVENTS)) {
            statement.setString(1, "counter|" + numbers.name());
            ResultSet event = statement.executeQuery();
            long before = 0;
            while (event.next()) {
                if (event.getLong(1) != before + 1) {
                    holes.add(numbers.name() + ": event " + event.getLong(1) + " follows event " + before);
                }
                before = event.getLong(1);
                if (event.getString(2).equals("raised")) {
                    raised.add(new Span(numbers.ordinal(event.getLong(3)), numbers.ordinal(event.getLong(4))));
                }
            }
        }
        return new JournalReading(raised, holes);
    }
}
