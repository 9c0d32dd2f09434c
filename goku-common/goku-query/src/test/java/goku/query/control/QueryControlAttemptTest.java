package goku.query.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.budget.Account;
import goku.budget.HeapBudget;
import goku.budget.Kind;
import goku.model.Store;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class QueryControlAttemptTest {
  private final QueryMemory memory = new QueryMemory(1000);
  private final QueryControl query =
      new QueryControl(new QueryLimits(100, 1000, Duration.ofMinutes(1)), memory);

  @AfterEach
  void close() {
    query.close();
    assertThat(Thread.interrupted()).as("interrupted").isFalse();
  }

  @Test
  void anAttemptCountsForTheQueryOnceAdopted() {
    try (QueryControl attempt = query.attempt()) {
      attempt.addSeries(3);
      attempt.addDatapoints(30, 5);
      assertThat(query.series()).isZero();
      assertThat(query.datapoints()).isZero();
      attempt.adopt();
      attempt.adopt();
      attempt.addSeries(1);
      assertThat(query.series()).isEqualTo(4);
      assertThat(query.datapoints()).isEqualTo(30);
    }
    assertThat(query.series()).as("after close").isEqualTo(4);
  }

  @Test
  void aReplacementCountsInsteadOfADisownedAttempt() {
    try (QueryControl first = query.attempt();
        QueryControl second = query.attempt()) {
      first.adopt();
      first.addSeries(60);
      second.addSeries(70);
      first.disown();
      second.adopt();
      first.addSeries(1);
      assertThat(query.series()).isEqualTo(70);
    }
  }

  @Test
  void nestedAttemptsCountOnceBothAreAdopted() {
    try (QueryControl outer = query.attempt();
        QueryControl inner = outer.attempt()) {
      inner.addSeries(5);
      inner.adopt();
      assertThat(outer.series()).isEqualTo(5);
      assertThat(query.series()).isZero();
      outer.adopt();
      inner.addSeries(1);
      assertThat(query.series()).isEqualTo(6);
      outer.disown();
      assertThat(query.series()).isZero();
    }
  }

  @Test
  void seriesOfTwoStoresCountOnce() {
    try (QueryControl sub = query.part();
        QueryControl other = query.part();
        QueryControl disk = sub.part(Store.LONG_TERM);
        QueryControl memory = sub.part(Store.SHORT_TERM);
        QueryControl attempt = memory.attempt()) {
      disk.addSeries(37);
      attempt.addSeries(36);
      attempt.adopt();
      disk.addDatapoints(10, 0);
      memory.addDatapoints(20, 0);
      other.addSeries(5);
      assertThat(sub.series()).isEqualTo(37);
      assertThat(query.series()).as("of both sub queries").isEqualTo(42);
      assertThat(query.datapoints()).isEqualTo(30);
      attempt.addSeries(4);
      assertThat(sub.series()).isEqualTo(40);
      assertThat(query.series()).isEqualTo(45);
      attempt.disown();
      assertThat(query.series()).isEqualTo(42);
      assertThatThrownBy(() -> disk.addSeries(60)).isInstanceOf(QueryStoppedException.class);
    }
  }

  @Test
  void workOfEveryAttemptCounts() {
    try (QueryControl attempt = query.attempt()) {
      attempt.addDatapoints(1, 700);
      assertThat(query.workNanos()).isEqualTo(700);
    }
  }

  @Test
  void anAttemptHasTheLimitsOfTheQuery() {
    try (QueryControl attempt = query.attempt()) {
      assertThatThrownBy(() -> attempt.addSeries(101)).isInstanceOf(QueryStoppedException.class);
      assertThatThrownBy(() -> attempt.addDatapoints(1001, 0))
          .isInstanceOf(QueryStoppedException.class);
    }
  }

  @Test
  void adoptedAttemptsAreLimitedTogether() {
    try (QueryControl left = query.attempt();
        QueryControl right = query.attempt();
        QueryControl more = query.attempt()) {
      left.addSeries(60);
      left.adopt();
      right.adopt();
      assertThatThrownBy(() -> right.addSeries(60)).isInstanceOf(QueryStoppedException.class);
      more.addDatapoints(600, 0);
      left.addDatapoints(600, 0);
      right.disown();
      assertThatThrownBy(more::adopt).isInstanceOf(QueryStoppedException.class);
    }
  }

  @Test
  void partsCountTogether() {
    try (QueryControl left = query.part();
        QueryControl right = query.part()) {
      left.addSeries(60);
      assertThatThrownBy(() -> right.addSeries(41)).isInstanceOf(QueryStoppedException.class);
      left.hold(300);
      assertThatThrownBy(() -> right.hold(201)).isInstanceOf(QueryStoppedException.class);
    }
    assertThat(query.series()).isEqualTo(101);
    assertThat(memory.heldBytes()).isZero();
  }

  @Test
  void aPartThatStartsOverCountsOnce() {
    try (QueryControl part = query.part()) {
      part.addSeries(60);
      part.addDatapoints(600, 0);
      part.startOver();
      assertThat(query.series()).isZero();
      part.addSeries(60);
      part.addDatapoints(600, 0);
    }
    assertThat(query.series()).isEqualTo(60);
    assertThat(query.datapoints()).isEqualTo(600);
  }

  @Test
  void memoryOfAnAttemptCountsForTheQueryUntilTheAttemptIsClosed() {
    try (QueryControl attempt = query.attempt()) {
      attempt.hold(300);
      query.hold(100);
      assertThat(query.heldBytes()).isEqualTo(400);
      assertThat(memory.heldBytes()).isEqualTo(400);
      assertThatThrownBy(() -> attempt.hold(101)).isInstanceOf(QueryStoppedException.class);
    }
    assertThat(query.heldBytes()).isEqualTo(100);
    assertThat(memory.heldBytes()).isEqualTo(100);
  }

  @Test
  void aQueryOfARequestIsChargedToTheRequest() {
    var budget = new HeapBudget(1000);
    Account request = budget.open("client");
    try (QueryControl asked =
            request.call(() -> new QueryControl(query.limits(), new QueryMemory(10)));
        QueryControl part = asked.part()) {
      part.hold(400);
      assertThat(budget.heldBytes(Kind.QUERIES)).isEqualTo(400);
      assertThatThrownBy(() -> part.hold(101)).hasMessageContaining("more than 500 bytes");
    }
    assertThat(budget.heldBytes()).isZero();
  }

  @Test
  void aQueryStopsWhenItsRequestIsAborted() {
    var budget = new HeapBudget(1000);
    Account request = budget.open("attacker");
    request.hold(Kind.BODIES, 400);
    try (QueryControl asked =
        request.call(() -> new QueryControl(query.limits(), new QueryMemory(10)))) {
      asked.hold(300);
      budget.open("victim").hold(Kind.BODIES, 350);
      assertThatThrownBy(asked::check)
          .isInstanceOfSatisfying(
              QueryStoppedException.class,
              stopped ->
                  assertThat(stopped.reason()).isEqualTo(QueryStoppedException.Reason.CROWDED))
          .hasMessageContaining("heap budget of 1000 bytes");
      assertThatThrownBy(() -> asked.hold(1)).isInstanceOf(QueryStoppedException.class);
      asked.hold(-1);
    }
    assertThat(budget.heldBytes(Kind.QUERIES)).isZero();
  }

  @Test
  void cancellingTheQueryInterruptsAndEndsItsAttempts() throws Exception {
    var interrupted = new CompletableFuture<QueryControl>();
    var begun = new CountDownLatch(1);
    Thread worker =
        Thread.ofVirtual()
            .start(
                () -> {
                  QueryControl attempt = query.attempt();
                  begun.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    interrupted.complete(attempt);
                  }
                });
    begun.await();
    query.cancel("enough");
    assertThat(Thread.interrupted()).as("calling thread interrupted").isTrue();
    assertThatThrownBy(interrupted.join()::check).hasMessage("enough");
    worker.join();
  }

  @Test
  void cancellingAnAttemptLeavesTheQueryAlone() {
    try (QueryControl attempt = query.attempt()) {
      attempt.cancel("another attempt was faster");
      assertThat(Thread.interrupted()).isTrue();
      assertThatThrownBy(attempt::check).hasMessage("another attempt was faster");
      query.check();
    }
  }

  @Test
  void anAttemptOfACancelledQueryIsCancelled() {
    query.cancel("enough");
    try (QueryControl attempt = query.attempt()) {
      assertThat(Thread.interrupted()).isTrue();
      assertThatThrownBy(attempt::check).hasMessage("enough");
    }
  }
}
