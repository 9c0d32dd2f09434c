package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.eventloop.EventLoop;
import goku.eventloop.NeedsThreadException;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.FillPolicy;
import goku.query.Interval;
import goku.query.NodeQuery;
import goku.query.aggregator.Aggregator;
import goku.query.control.AskedAt;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.control.QueryStoppedException;
import goku.query.control.QueryStoppedException.Reason;
import goku.query.partial.PartialStream;
import goku.testkit.shard.MemoryShard;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeScanTest {
  private static final int SERIES = 1000;
  private static final NodeQuery EACH =
      Engine.query(Aggregator.NONE, Set.of(), new TimeRange(0, 100_000), null, null);

  private final MemoryShard shard = new MemoryShard();
  private final Engine engine = new Engine(List.of(List.of(shard)));

  @BeforeEach
  void fill() {
    for (int series = 0; series < SERIES; series++) {
      for (int i = 0; i < 10; i++) {
        shard.put(SeriesName.of("m", Map.of("host", "h" + series)), i * 1000L, i);
      }
    }
  }

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void seriesAreCountedAgainstTheLimitBeforeAnyIsRead() {
    assertStops(new QueryLimits(SERIES - 1, 1_000_000, Duration.ofMinutes(1)), Reason.SERIES)
        .hasMessageContaining("more than 999 series (1000 so far in all sub queries)")
        .hasMessageContaining("max-series");
  }

  @Test
  void datapointsAreCountedWhileTheyAreRead() {
    assertStops(new QueryLimits(SERIES, 5_000, Duration.ofMinutes(1)), Reason.DATAPOINTS)
        .hasMessageContaining("more than 5000 datapoints")
        .hasMessageContaining("so far in all sub queries")
        .hasMessageContaining("max-datapoints");
  }

  @Test
  void aQueryStopsAfterItsTimeout() {
    assertStops(new QueryLimits(SERIES, 1_000_000, Duration.ZERO), Reason.TIMEOUT)
        .hasMessageContaining("query-timeout");
  }

  @Test
  void anEventLoopReadsFewSeries() {
    NodeQuery one = Engine.query(Aggregator.NONE, Set.of(), new TimeRange(0, 9_000), null, null);
    var small = new MemoryShard();
    small.put(SeriesName.of("m", Map.of("host", "h")), 1000, 7);
    // never exceeded, however slow the machine
    long never = System.nanoTime() + Duration.ofHours(1).toNanos();
    assertThat(EventLoop.tryRun(() -> assertHasOneGroup(small, one, never))).isTrue();
  }

  private static void assertHasOneGroup(MemoryShard shard, NodeQuery query, long askedNanos) {
    try (var few = new Engine(List.of(List.of(shard)));
        QueryControl control = AskedAt.call(askedNanos, few::control);
        PartialStream groups = few.open(query, control)) {
      assertThat(groups.next()).isNotNull();
      assertThat(groups.next()).isNull();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anEventLoopDoesNotEvenSelectManySeries() {
    Runnable query =
        () -> {
          try (QueryControl control = engine.control()) {
            assertThatThrownBy(() -> engine.open(EACH, control))
                .isInstanceOf(NeedsThreadException.class);
            assertThat(control.series()).isZero();
          }
        };
    assertThat(EventLoop.tryRun(query)).isTrue();
  }

  @Test
  void anEventLoopIsNotInterruptedWhenItsQueryIsCancelled() {
    Runnable query =
        () -> {
          try (QueryControl control = engine.control()) {
            control.cancel("enough");
            assertThat(Thread.interrupted()).isFalse();
            assertThatThrownBy(control::check).hasMessage("enough");
          }
        };
    assertThat(EventLoop.tryRun(query)).isTrue();
  }

  @Test
  void aCancelledQueryStopsAtItsNextStep() throws InterruptedException {
    try (QueryControl control = engine.control();
        PartialStream groups = engine.open(EACH, control)) {
      assertThat(groups.next()).isNotNull();
      control.cancel("enough");
      assertThat(Thread.interrupted()).as("calling thread interrupted").isTrue();
      assertThatThrownBy(
              () -> {
                while (groups.next() != null) {}
              })
          .isInstanceOf(QueryStoppedException.class)
          .hasMessage("enough");
    }
    assertThat(engine.memory.heldBytes()).isZero();
  }

  @Test
  void anUnreadAnswerHoldsFewSeries() throws InterruptedException {
    try (QueryControl control = engine.control();
        PartialStream groups = engine.open(EACH, control)) {
      assertThat(groups.next()).isNotNull();
      assertThat(control.datapoints()).isLessThan(SERIES * 10);
    }
    assertThat(engine.memory.heldBytes()).isZero();
  }

  @Test
  void theHolesOfAllShardsInTheRangeAreStated() throws InterruptedException {
    var other = new MemoryShard();
    var holes = List.of(new Hole(0, 5, HoleCause.DAMAGED), new Hole(4, 9, HoleCause.LOG_LOST));
    shard.setHoles(Holes.of(holes.get(0), new Hole(90_000_000, 99_000_000, HoleCause.DAMAGED)));
    other.setHoles(Holes.of(holes.get(1)));
    for (List<List<MemoryShard>> nodes :
        List.of(List.of(List.of(shard, other)), List.of(List.of(shard), List.of(other)))) {
      try (var both = new Engine(nodes);
          QueryControl control = both.control();
          PartialStream groups = both.open(EACH, control)) {
        assertThat(groups.holes()).isEqualTo(Holes.of(holes));
      }
    }
  }

  @Test
  void aClosedScanHoldsNoMemoryWhileItsQueryContinues() throws InterruptedException {
    try (QueryControl control = engine.control()) {
      try (PartialStream groups = engine.open(EACH, control)) {
        assertThat(groups.next()).isNotNull();
      }
      assertThat(control.heldBytes()).isZero();
    }
  }

  private org.assertj.core.api.AbstractThrowableAssert<?, ?> assertStops(
      QueryLimits limits, Reason reason) {
    var assertion =
        assertThatThrownBy(
            () -> {
              try (var control = new QueryControl(limits, engine.memory);
                  PartialStream groups = engine.open(EACH, control)) {
                while (groups.next() != null) {}
              }
            });
    return assertion.isInstanceOfSatisfying(
        QueryStoppedException.class, stopped -> assertThat(stopped.reason()).isEqualTo(reason));
  }

  /// Without downsampling states the series of a group are copied: a few datapoints become a
  /// million by the fill policy.
  @Test
  void aFilledSeriesIsCountedBeforeItIsInMemory() throws InterruptedException {
    var memory = new QueryMemory(16 << 20);
    var every = new Downsample(new Interval.Fixed(1), Aggregator.AVG, FillPolicy.ZERO);
    var query = Engine.query(Aggregator.NONE, Set.of(), new TimeRange(0, 4_000_000), every, null);
    var limits = new QueryLimits(SERIES, Long.MAX_VALUE, Duration.ofMinutes(1));
    try (var control = new QueryControl(limits, memory)) {
      assertThatThrownBy(
              () -> {
                try (PartialStream groups = engine.open(query, control)) {
                  while (groups.next() != null) {}
                }
              })
          .isInstanceOfSatisfying(
              QueryStoppedException.class,
              stopped -> assertThat(stopped.reason()).isEqualTo(Reason.MEMORY));
      assertThat(control.heldBytes()).isZero();
    }
    assertThat(memory.heldBytes()).isZero();
  }
}
