package dev.seqd.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PulseTest {
    private final Pulse pulse = new Pulse("test-pulse");

    @Test
    void run_taskThrows_goesOn() throws InterruptedException {
        CountDownLatch beats = new CountDownLatch(3);
        pulse.start(() -> {
            beats.countDown();
            throw new StackOverflowError("not really");
        });

        assertThat(beats.await(10, TimeUnit.SECONDS)).isTrue();
        pulse.close();
    }

    @Test
    void wake_duringALongSleep_beatsAtOnce() throws InterruptedException {
        Semaphore beats = new Semaphore(0);
        pulse.start(() -> {
            beats.release();
            return Duration.ofDays(1).toNanos();
        });
        assertThat(beats.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        pulse.wake();

        assertThat(beats.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
        pulse.close();
    }
}
