package dev.seqd.command;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A command that talks to a service of the test's. */
abstract class CommandTest {
    TestService service;
    Seqd seqd;

    @BeforeEach
    void start() throws IOException {
        service = new TestService();
        seqd = new Seqd(service.endpoint());
    }

    @AfterEach
    void stop() {
        service.close();
    }
}
