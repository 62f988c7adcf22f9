package dev.seqd.client;

import java.net.URI;

/**
 * A node as the cluster lists it.
 *
 * @param id names this life of the node
 * @param endpoint where it serves HTTP
 */
record Member(String id, URI endpoint) {}
