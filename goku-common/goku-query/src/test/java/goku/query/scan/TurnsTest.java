package goku.query.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.query.QueryWindow;
import goku.query.Resolution;
import goku.query.SeriesSelection;
import goku.query.SeriesStages;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.control.QueryStoppedException;
import goku.query.shard.UnavailableDataException;
import goku.testkit.shard.MemoryShard;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// A test with 100 series of two datapoints, of which a first turn reads 16.
class TurnsTest {
  private static final int SERIES = 100;
  private static final TimeRange RANGE = new TimeRange(0, 1000);

  private final FairExecutor executor = new FairExecutor("test", 2);
  private final QueryControl control = controlOfOtherThread();
  private final List<Integer> visited = new ArrayList<>();

  @AfterEach
  void close() {
    executor.close();
  }

  @Test
  void seriesAreVisitedInOrderWithTheirDatapoints() throws InterruptedException {
    read(
        (position, points) -> {
          assertThat(points.size()).isEqualTo(2);
          visited.add(position);
        });
    assertThat(visited).isEqualTo(IntStream.range(10, 90).boxed().toList());
    assertThat(control.datapoints()).isEqualTo(160);
    assertThat(control.workNanos()).isPositive();
  }

  @Test
  void aCancelledQueryStopsAtItsNextTurn() {
    assertThatThrownBy(
            () ->
                read(
                    (position, _) -> {
                      visited.add(position);
                      control.cancel("enough");
                    }))
        .isInstanceOf(QueryStoppedException.class)
        .hasMessage("enough");
    assertThat(visited).hasSize(16);
  }

  @Test
  void unavailableDataIsReported() {
    var unavailable = new ClosedShardException();
    assertThatThrownBy(
            () ->
                read(
                    (_, _) -> {
                      throw unavailable;
                    }))
        .isSameAs(unavailable);
  }

  @Test
  void anUnexpectedFailureHasItsCause() {
    assertThatThrownBy(
            () ->
                read(
                    (_, _) -> {
                      throw new ArithmeticException("odd");
                    }))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("cannot read series: java.lang.ArithmeticException: odd")
        .hasRootCauseInstanceOf(ArithmeticException.class);
  }

  private static final class ClosedShardException extends UnavailableDataException {
    private static final long serialVersionUID = 1L;

    ClosedShardException() {
      super("closed");
    }
  }

  private void read(Turns.Visitor visitor) throws InterruptedException {
    var shard = new MemoryShard();
    for (int i = 0; i < SERIES; i++) {
      SeriesName name = SeriesName.of("m", Map.of("host", "h" + i));
      shard.put(name, 100, 1);
      shard.put(name, 200, 2);
    }
    var filter = new SeriesFilter("m", List.of(), false);
    var stages = new SeriesStages(null, null, new QueryWindow(RANGE, RANGE));
    try (SeriesSelection selection = shard.select(filter, RANGE, Resolution.RAW);
        FairExecutor.Lane lane = executor.lane()) {
      var reader = new SeriesLoader(selection, stages, _ -> {});
      var turns = new Turns(reader, control, lane, visitor, 10, 90);
      turns.start();
      turns.await();
    }
  }

  /// Returns a control whose cancellation does not interrupt the test.
  private static QueryControl controlOfOtherThread() {
    var limits = new QueryLimits(SERIES, 1000, Duration.ofMinutes(1));
    var control = new FutureTask<>(() -> new QueryControl(limits, new QueryMemory(1 << 20)));
    Thread.ofVirtual().start(control);
    try {
      return control.get();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
