package dev.seqd.http;

/** The HTTP port cannot be bound; the message is one line for the operator. */
public final class PortInUseException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PortInUseException(String host, int port, Throwable cause) {
        super("cannot listen on " + host + ":" + port + ": is another program using the port? Give another one", cause);
    }
}
