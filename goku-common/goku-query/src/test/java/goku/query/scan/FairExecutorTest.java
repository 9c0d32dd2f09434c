package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.HangLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FairExecutorTest {
  @Test
  void queriesTakeTurnsHoweverManyTasksOneHas() throws Exception {
    try (var executor = new FairExecutor("test", 1)) {
      var gate = new CountDownLatch(1);
      List<String> order = Collections.synchronizedList(new ArrayList<>());
      var big = executor.lane();
      var small = executor.lane();
      Future<?> first = submitWaiting(big, gate);
      for (int i = 0; i < 5; i++) {
        var _ = submitNoting(big, order, "big");
      }
      Future<?> one = submitNoting(small, order, "small");
      gate.countDown();
      first.get();
      one.get();
      big.close();
      assertThat(order.indexOf("small")).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void theLastThreadIsKeptFreeForShortQueries() throws Exception {
    try (var executor = new FairExecutor("test", 2, () -> 0)) {
      var gate = new CountDownLatch(1);
      var running = new AtomicInteger();
      var started = new CountDownLatch(1);
      var big = executor.lane();
      executor.visit();
      for (int i = 0; i < 3; i++) {
        var _ =
            big.submit(
                () -> {
                  running.incrementAndGet();
                  started.countDown();
                  gate.await();
                  return null;
                });
      }
      started.await();
      var small = executor.lane();
      assertThat(small.submit(running::get).get()).isEqualTo(1);
      gate.countDown();
      big.close();
    }
  }

  @Test
  void aMergingQueryGetsNoWorkersWhileShortQueriesArrive() throws Exception {
    try (var executor = new FairExecutor("test", 1, () -> 0)) {
      var lane = executor.lane();
      lane.await(lane.submit(() -> 1), Long.MAX_VALUE);
      executor.visit();
      Future<Integer> next = lane.submit(() -> 2);
      assertThat(executor.lane().submit(() -> 3).get()).isEqualTo(3);
      assertThat(next.isDone()).as("skipped although first in turn").isFalse();
      assertThat(lane.await(next, Long.MAX_VALUE)).isEqualTo(2);
    }
  }

  @Test
  void aSingleQueryUsesAllThreads() throws Exception {
    try (var executor = new FairExecutor("test", 2)) {
      var both = new CyclicBarrier(2);
      var lane = executor.lane();
      Future<?> one = lane.submit(() -> both.await(HangLimits.STEP.toSeconds(), TimeUnit.SECONDS));
      Future<?> other =
          lane.submit(() -> both.await(HangLimits.STEP.toSeconds(), TimeUnit.SECONDS));
      one.get();
      other.get();
      lane.close();
    }
  }

  @Test
  void aClosedLaneRunsNoTasks() throws Exception {
    try (var executor = new FairExecutor("test", 1)) {
      var gate = new CountDownLatch(1);
      var lane = executor.lane();
      Future<?> running = submitWaiting(lane, gate);
      Future<?> waiting = lane.submit(() -> 1);
      gate.countDown();
      lane.close();
      assertThat(running).isDone();
      assertThat(waiting).isDone();
    }
  }

  private static Future<?> submitWaiting(FairExecutor.Lane lane, CountDownLatch gate) {
    var started = new CountDownLatch(1);
    Future<?> task =
        lane.submit(
            () -> {
              started.countDown();
              gate.await();
              return null;
            });
    try {
      started.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return task;
  }

  private static Future<?> submitNoting(FairExecutor.Lane lane, List<String> order, String name) {
    return lane.submit(() -> order.add(name));
  }
}
