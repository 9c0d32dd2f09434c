package goku.ingest.stream;

import goku.kafka.WrittenTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.AutoOffsetReset;
import org.apache.kafka.streams.Topology;

/// The topology of the ingestor: input topics into one processor, without a sink, because batches
/// leave through the thread's producer.
public final class IngestTopology {
  private IngestTopology() {}

  /// Builds the topology.
  ///
  /// @param intakes supplies the intake of the calling stream thread
  /// @param clock the clock for records without a time
  public static Topology build(
      List<String> inputTopics,
      Supplier<RecordIntake> intakes,
      Duration linger,
      InstantSource clock) {
    var bytes = new ByteArrayDeserializer();
    return new Topology()
        .addSource(
            AutoOffsetReset.earliest(),
            "input",
            new WrittenTime(clock),
            bytes,
            bytes,
            inputTopics.toArray(String[]::new))
        .addProcessor("ingest", () -> new IngestProcessor(intakes, linger), "input");
  }
}
