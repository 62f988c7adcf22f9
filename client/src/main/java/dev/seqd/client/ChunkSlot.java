package dev.seqd.client;

/** Where a {@link Chain} shows its current chunk to the threads that claim from it. */
class ChunkSlot {
    private volatile Chunk chunk = Chunk.empty();

    final Chunk chunk() {
        return chunk;
    }

    final void show(Chunk next) {
        chunk = next;
    }
}
