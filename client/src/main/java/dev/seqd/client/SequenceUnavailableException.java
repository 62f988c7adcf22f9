package dev.seqd.client;

import dev.seqd.core.SeqdError;
import dev.seqd.core.SeqdException;
import java.net.URI;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call found no value and the service gave none within the client's {@linkplain SeqClient.Builder#maxWait longest
 * wait}, or the calling thread was interrupted while it waited. Its error is {@link SeqdError#UNAVAILABLE}; its message
 * says how often and where the client tried, and its cause is the last failure, if there was one. The client goes on by
 * itself when the service is back: calling again is all that a caller may do.
 */
public final class SequenceUnavailableException extends SeqdException {
    private static final long serialVersionUID = 1L;

    private final String sequence;
    private final List<URI> tried;

    SequenceUnavailableException(String detail, String sequence, List<URI> tried, @Nullable Throwable cause) {
        super(SeqdError.UNAVAILABLE, null, detail, cause);
        this.sequence = sequence;
        this.tried = tried;
    }

    /** The sequence's name. */
    public String sequence() {
        return sequence;
    }

    /** The nodes at which the client failed since its last success; empty if none has failed or answered yet. */
    public List<URI> tried() {
        return tried;
    }
}
