package goku.ingest.routing;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.BatchWriter;
import goku.ingest.Points;
import goku.ingest.TestNamespaces;
import goku.ingest.parse.Datapoint;
import goku.model.FormatLevel;
import goku.model.SeriesName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BatchAccumulatorTest {
  private static final Datapoint FIRST = Points.parse("cpu 1700000000 1");
  private static final Datapoint SECOND = Points.parse("cpu 1700000001 2");

  private final Router router = new Router(TestNamespaces.one());
  private final List<List<String>> sent = new ArrayList<>();
  private final BatchAccumulator batches = batches(10_000);

  private BatchAccumulator batches(int maxBytes) {
    var created =
        new BatchAccumulator(
            new BatchLimits(100, maxBytes),
            (topic, partition, batch, datapoints) -> sent.add(Points.of(batch)),
            FormatLevel.newest());
    created.reroute(router);
    return created;
  }

  private void append(BatchAccumulator to, Datapoint point) {
    to.append(router.route(point), point);
  }

  @Test
  void batchMayReachItsMaximumSizeExactly() {
    var name = SeriesName.of("cpu", Map.of());
    var writer = new BatchWriter();
    writer.add(name, Instant.ofEpochSecond(1_700_000_000).toEpochMilli(), 1);
    int size = writer.size() + BatchWriter.maxBytes(FIRST.nameLength());

    BatchAccumulator exact = batches(size);
    append(exact, FIRST);
    append(exact, SECOND);
    assertThat(sent).isEmpty();

    BatchAccumulator smaller = batches(size - 1);
    append(smaller, FIRST);
    append(smaller, SECOND);
    assertThat(sent).containsExactly(List.of("cpu @1700000000000 1.0"));
  }

  @Test
  void theBytesOfHistogramsCountForTheMaximumSize() {
    Datapoint first = Points.histogram("cpu 1700000000 0,1=1:1,2=1:2,3=1");
    Datapoint second = Points.histogram("cpu 1700000001 0,1=1:1,2=1:2,3=2");
    first.mark();
    second.mark();
    byte[] histogram = Objects.requireNonNull(first.histogram());
    var writer = new BatchWriter();
    writer.addHistogram(
        first.hash(),
        first.metric(),
        first.metricLength(),
        first.tags(),
        first.timestampMillis(),
        histogram);
    int size = writer.size() + BatchWriter.maxBytes(first.nameLength(), histogram);

    BatchAccumulator exact = batches(size);
    append(exact, first);
    append(exact, second);
    assertThat(sent).isEmpty();

    BatchAccumulator smaller = batches(size - 1);
    append(smaller, first);
    append(smaller, second);
    assertThat(sent)
        .containsExactly(
            List.of("cpu\u001eh @1700000000000 0.0,1.0=1:1.0,2.0=1:2.0,3.0=1:u=0:o=0"));
  }

  /// Only this keeps the order of a shard's batches: of two values of a timestamp, the last one
  /// counts.
  @Test
  void batchesOfTheFormerRouterAreSentBeforeTheNextOneRoutes() {
    append(batches, FIRST);
    batches.reroute(router);
    assertThat(sent).containsExactly(List.of("cpu @1700000000000 1.0"));
  }

  @Test
  void drainedAccumulatorHoldsNothing() {
    assertThat(batches.isDrained()).isTrue();
    append(batches, FIRST);
    assertThat(batches.isDrained()).isFalse();
    batches.drain();
    assertThat(batches.isDrained()).isTrue();
  }

  @Test
  void discardedDatapointsAreNeverSent() {
    append(batches, FIRST);
    batches.discard();
    assertThat(batches.isDrained()).isTrue();
    append(batches, SECOND);
    batches.drain();
    assertThat(sent).containsExactly(List.of("cpu @1700000001000 2.0"));
  }
}
