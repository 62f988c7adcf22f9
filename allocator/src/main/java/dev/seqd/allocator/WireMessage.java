package dev.seqd.allocator;

/** A message that may travel between nodes, as CBOR. A missing field is an error there, never a default. */
interface WireMessage {}
