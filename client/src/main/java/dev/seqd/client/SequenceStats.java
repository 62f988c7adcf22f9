package dev.seqd.client;

import java.time.Duration;

/**
 * The figures of one sequence in one client, as of the moment they were read. All counts are since the client began to use
 * the sequence, and only ever grow.
 *
 * @param sequence the sequence's name
 * @param state how its cache is doing
 * @param served how many values calls were given, those of {@code next(n)} each
 * @param waits how many calls had to wait for the service
 * @param waited how long they waited, all together, whether they got their values or not
 * @param refills how many blocks were granted and taken
 * @param failedRefills how many requests for a block failed or were refused
 * @param refusedAnswers how many of those failed since the answer could not be believed
 * @param ratePerSecond the demand, in values a second, lately: within the last minute, or a few seconds if it has risen
 * @param cached how many values are held for calls to come
 * @param lost how many values that were granted to this client it gave up: they are gaps
 */
public record SequenceStats(
        String sequence,
        CacheState state,
        long served,
        long waits,
        Duration waited,
        long refills,
        long failedRefills,
        long refusedAnswers,
        double ratePerSecond,
        long cached,
        long lost) {}
