package goku.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.model.Live;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LiveFollowerTest {
  private final Live<String> live = new Live<>("one");
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<String> followed = new CopyOnWriteArrayList<>();
  private @Nullable LiveFollower<String> follower;

  private LiveFollower<String> start(Consumer<String> action) {
    var started = new LiveFollower<>("test", "the test", live, action, registry);
    follower = started;
    started.start();
    return started;
  }

  @AfterEach
  void close() {
    if (follower != null) {
      follower.close();
    }
  }

  @Test
  void theValueOfTheStartIsFollowedAndThenEachLaterOne() {
    start(followed::add);
    await().untilAsserted(() -> assertThat(followed).containsExactly("one"));
    live.replace("two");
    await().untilAsserted(() -> assertThat(followed).containsExactly("one", "two"));
  }

  @Test
  void whoeverReplacesTheValueDoesNotWaitAndOnlyTheLastCounts() {
    var busy = new CountDownLatch(1);
    start(
        value -> {
          followed.add(value);
          awaitUninterruptibly(busy);
        });
    await().untilAsserted(() -> assertThat(followed).containsExactly("one"));
    live.replace("two");
    live.replace("three");
    busy.countDown();
    await().untilAsserted(() -> assertThat(followed).containsExactly("one", "three"));
  }

  @Test
  void whatFailsIsToldCountedAndTriedAgain() {
    var failures = new AtomicInteger(2);
    LiveFollower<String> failing =
        start(
            value -> {
              if (failures.get() > 0) {
                followed.add("failed");
                failures.decrementAndGet();
                throw new IllegalStateException("Kafka is away");
              }
              followed.add(value);
            });
    await().untilAsserted(() -> assertThat(failing.complaint()).contains("Kafka is away"));
    await().untilAsserted(() -> assertThat(followed).containsExactly("failed", "failed", "one"));
    await().untilAsserted(() -> assertThat(failing.complaint()).isEmpty());
    assertThat(changes("failed")).isEqualTo(2);
    assertThat(changes("done")).isEqualTo(1);
  }

  @Test
  void aLaterValueTakesThePlaceOfOneThatFails() {
    start(
        value -> {
          if (value.equals("one")) {
            throw new IllegalStateException("not this one");
          }
          followed.add(value);
        });
    await().untilAsserted(() -> assertThat(changes("failed")).isPositive());
    live.replace("two");
    await().untilAsserted(() -> assertThat(followed).containsExactly("two"));
  }

  private double changes(String outcome) {
    return registry.get("goku.test.changes").tag("outcome", outcome).counter().count();
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
