package goku.ingest.stream;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.batch.InputPartition;
import goku.format.batch.InputPosition;
import goku.format.batch.InputRange;
import goku.ingest.Points;
import goku.ingest.SentBatches;
import goku.ingest.TestNamespaces;
import goku.ingest.parse.Datapoint;
import goku.ingest.parse.PointHandler;
import goku.ingest.parse.PutRecordReader;
import goku.ingest.parse.Rejection;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.BatchLimits;
import goku.ingest.routing.Intake;
import goku.ingest.routing.Router;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class InputReadingsTest {
  private static final TopicPartition FIRST = new TopicPartition("metrics", 0);
  private static final TopicPartition SECOND = new TopicPartition("metrics", 1);

  private final SentBatches sent = new SentBatches();
  private final BatchAccumulator batches =
      new BatchAccumulator(new BatchLimits(5, 100_000), sent, FormatLevel.newest());
  private final Router router = new Router(TestNamespaces.one());
  private final Intake intake =
      new Intake(
          () -> router,
          batches,
          InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000)),
          Duration.ofMinutes(10),
          new Live<>(Blocklist.NONE));
  private final PutRecordReader reader = new PutRecordReader(Points.RULES, 1000);
  private UUID topic = new UUID(0, 1);
  private final InputReadings readings = new InputReadings(_ -> topic, batches);

  /// Reads a record of lines of the same series, whose values are given.
  private void read(TopicPartition partition, long offset, int epoch, int... values) {
    readings.begin(partition, offset, epoch);
    var lines = new StringBuilder();
    for (int value : values) {
      lines.append("cpu %d %d\n".formatted(1_700_000_000 + value, value));
    }
    var handler = new TakingHandler(batches, intake);
    reader.read(ByteBuffer.wrap(lines.toString().getBytes(UTF_8)), handler);
  }

  private InputRange range(
      TopicPartition partition, int epoch, long from, int number, long to, int toNumber) {
    return new InputRange(
        new InputPartition(topic, partition.partition(), epoch),
        new InputPosition(from, number),
        new InputPosition(to, toNumber));
  }

  @Test
  void aBatchStatesThePositionsOfItsDatapoints() {
    read(FIRST, 10, 3, 1, 2);
    read(FIRST, 12, 3, 3);
    batches.drain();
    assertThat(sent.inputs()).containsExactly(List.of(range(FIRST, 3, 10, 0, 12, 1)));
    assertThat(sent.positions()).containsExactly("0:10/0", "0:10/1", "0:12/0");
  }

  @Test
  void theNextBatchBeginsWhereTheLastOneEnded() {
    read(FIRST, 10, 3, 1, 2, 3, 4, 5, 6, 7);
    read(FIRST, 11, 3);
    read(FIRST, 12, 3, 8);
    batches.drain();
    assertThat(sent.inputs())
        .containsExactly(
            List.of(range(FIRST, 3, 10, 0, 10, 5)), List.of(range(FIRST, 3, 10, 5, 12, 1)));
  }

  @Test
  void theNumberOfADatapointCountsRefusedOnes() {
    read(FIRST, 10, 3, 1, -900_000_000, 2);
    batches.drain();
    assertThat(sent.positions()).containsExactly("0:10/0", "0:10/2");
  }

  @Test
  void partitionsShareABatch() {
    read(FIRST, 10, 3, 1);
    read(SECOND, 500, 3, 2);
    read(FIRST, 11, 3, 3);
    batches.drain();
    assertThat(sent.inputs())
        .containsExactly(List.of(range(FIRST, 3, 10, 0, 11, 1), range(SECOND, 3, 500, 0, 500, 1)));
    assertThat(sent.positions()).containsExactly("0:10/0", "1:500/0", "0:11/0");
  }

  /// Another ingestor may send what was read in between, and Kafka may refuse that.
  @Test
  void aPartitionThatWasAwayBeginsAnew() {
    read(FIRST, 10, 3, 1);
    batches.drain();
    readings.end(0);
    read(FIRST, 20, 3, 2);
    batches.drain();
    assertThat(sent.inputs().getLast()).containsExactly(range(FIRST, 3, 20, 0, 20, 1));
  }

  @Test
  void lostPartitionsDropWhatWasGatheredFromThem() {
    read(FIRST, 10, 3, 1);
    read(SECOND, 500, 3, 2, 3);
    read(FIRST, 11, 3, 4);
    readings.end(0);
    batches.drain();
    assertThat(sent.values()).containsExactly(2.0, 3.0);
    assertThat(sent.inputs()).containsExactly(List.of(range(SECOND, 3, 500, 0, 500, 2)));
    read(SECOND, 501, 3, 5);
    batches.drain();
    assertThat(sent.inputs().getLast()).containsExactly(range(SECOND, 3, 500, 2, 501, 1));
  }

  @Test
  void nothingIsSentAfterTheOnlyPartitionWasLost() {
    read(FIRST, 10, 3, 1);
    read(FIRST, 11, 4, 1);
    readings.end(0);
    assertThat(batches.isDrained()).isTrue();
    batches.drain();
    assertThat(sent.values()).isEmpty();
  }

  @Test
  void aLaterLeaderBeginsAnotherInput() {
    read(FIRST, 10, 3, 1);
    read(FIRST, 11, 4, 2);
    batches.drain();
    assertThat(sent.inputs())
        .containsExactly(List.of(range(FIRST, 3, 10, 0, 10, 1), range(FIRST, 4, 11, 0, 11, 1)));
  }

  @Test
  void aRecordWithoutAnEpochIsOfTheSameInput() {
    read(FIRST, 10, 3, 1);
    read(FIRST, 11, -1);
    read(FIRST, 12, 3, 2);
    batches.drain();
    assertThat(sent.inputs()).containsExactly(List.of(range(FIRST, 3, 10, 0, 12, 1)));
  }

  /// The topic was created again, so that the datapoints gathered before are not read again.
  @Test
  void afterAStepBackTheTopicIsAskedForAgainAndNothingIsLost() {
    InputRange before = range(FIRST, 3, 10, 0, 10, 1);
    read(FIRST, 10, 3, 1);
    topic = new UUID(0, 2);
    read(FIRST, 0, 0, 2);
    read(FIRST, 1, 0, 3);
    batches.drain();
    assertThat(sent.values()).containsExactly(1.0, 2.0, 3.0);
    assertThat(sent.inputs())
        .containsExactly(List.of(before), List.of(range(FIRST, 0, 0, 0, 1, 1)));
  }

  @Test
  void anEarlierLeaderIsAStepBack() {
    read(FIRST, 10, 3, 1);
    topic = new UUID(0, 2);
    read(FIRST, 50, 0, 2);
    batches.drain();
    assertThat(sent.inputs().getLast()).containsExactly(range(FIRST, 0, 50, 0, 50, 1));
  }

  /// New slots do not know whether Kafka has taken what earlier ones sent.
  @Test
  void anotherRouterBeginsAnew() {
    read(FIRST, 10, 3, 1);
    var other = new Router(TestNamespaces.one());
    var next =
        new Intake(
            () -> other,
            batches,
            InstantSource.fixed(Instant.ofEpochSecond(1_700_000_000)),
            Duration.ofMinutes(10),
            new Live<>(Blocklist.NONE));
    readings.begin(FIRST, 20, 3);
    reader.read(
        ByteBuffer.wrap("cpu 1700000000 2".getBytes(UTF_8)), new TakingHandler(batches, next));
    batches.drain();
    assertThat(sent.inputs())
        .containsExactly(
            List.of(range(FIRST, 3, 10, 0, 10, 1)), List.of(range(FIRST, 3, 20, 0, 20, 1)));
  }

  /// Takes datapoints as `RecordIntake` does.
  private record TakingHandler(BatchAccumulator batches, Intake intake) implements PointHandler {
    @Override
    public @Nullable Rejection accept(Datapoint point) {
      batches.beginDatapoint();
      return intake.take(point);
    }

    @Override
    public void rejected(Rejection rejection, byte[] source, int offset, int length) {
      // not of interest
    }
  }
}
