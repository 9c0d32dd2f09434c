package goku.http.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.http.HttpError;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PasswordQueueTest {
  private static final int MOST = 40;

  private final PasswordQueue queue = new PasswordQueue(1, MOST, Duration.ofMinutes(1));
  private final List<String> checked = new CopyOnWriteArrayList<>();
  private final Semaphore released = new Semaphore(0);
  private final List<Thread> threads = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    released.release(1_000);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /// Starts a check that ends with the next release. Returns when it waits or runs.
  private FutureTask<String> start(String address) {
    var task = new FutureTask<>(checkOf(address));
    Thread thread = Thread.ofPlatform().start(task);
    threads.add(thread);
    await()
        .until(
            () ->
                List.of(Thread.State.WAITING, Thread.State.TIMED_WAITING)
                    .contains(thread.getState()));
    return task;
  }

  private Callable<String> checkOf(String address) {
    return () ->
        queue.check(
            address,
            () -> {
              checked.add(address);
              released.acquireUninterruptibly();
              return address;
            });
  }

  private void assertRefused(PasswordQueue full, String address, String limit) {
    assertThatThrownBy(() -> full.check(address, () -> true))
        .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(503))
        .hasMessageContaining(limit);
  }

  @Test
  void addressesTakeTurns() throws Exception {
    var _ = start("guesser");
    var _ = start("guesser");
    var _ = start("guesser");
    FutureTask<String> user = start("user");
    released.release(2);
    assertThat(user.get()).isEqualTo("user");
    assertThat(List.copyOf(checked).subList(0, 2)).containsExactly("guesser", "user");
  }

  @Test
  void theQueueOfAnAddressIsBounded() throws Exception {
    for (int i = 0; i < PasswordQueue.MOST_OF_ADDRESS; i++) {
      var _ = start("guesser");
    }
    assertRefused(queue, "guesser", "limit is 32 at a time from one address");
    FutureTask<String> user = start("user");
    released.release(1_000);
    assertThat(user.get()).isEqualTo("user");
    await().until(() -> checked.size() == PasswordQueue.MOST_OF_ADDRESS + 1);
    stop();
    assertThat(queue.<Boolean>check("guesser", () -> true)).isTrue();
  }

  @Test
  void theWholeQueueIsBounded() {
    for (int i = 0; i < MOST; i++) {
      var _ = start("guesser" + i);
    }
    assertRefused(queue, "user", "limit is 40 at a time");
  }

  @Test
  void nobodyWaitsForever() throws Exception {
    var impatient = new PasswordQueue(1, MOST, Duration.ofMillis(20));
    var running = new Semaphore(0);
    Thread long1 =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    impatient.check(
                        "guesser",
                        () -> {
                          running.release();
                          released.acquireUninterruptibly();
                          return true;
                        });
                  } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                  }
                });
    threads.add(long1);
    running.acquire();
    assertRefused(impatient, "guesser", "no turn within");
    assertRefused(impatient, "user", "no turn within");
    released.release();
    long1.join();
    assertThat(impatient.<Boolean>check("user", () -> true)).isTrue();
  }

  @Test
  void aFailedCheckGivesItsTurnBack() throws Exception {
    assertThatThrownBy(
            () ->
                queue.check(
                    "user",
                    () -> {
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
    assertThat(queue.<Boolean>check("user", () -> true)).isTrue();
  }
}
