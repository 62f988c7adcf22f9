package dev.seqd.bench;

import java.io.IOException;

/** What the bench asks of the service besides numbers. Implementations are thread-safe and block. */
interface Service {
    /**
     * Reads a resource.
     *
     * @return the body of a 200
     * @throws IOException if there is no answer in time, or another one
     */
    String get(String url) throws IOException;

    /**
     * Sends a definition.
     *
     * @return the status of the answer
     * @throws IOException if there is no answer in time
     */
    int put(String url, String definition) throws IOException;
}
