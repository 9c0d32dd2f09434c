package goku.ingest.routing;

import goku.ingest.parse.Reason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// The counters of one input of the ingestor. Thread-safe.
public final class IngestMetrics {
  private final Counter accepted;
  private final Counter failed;
  private final Map<Reason, Counter> rejected;
  private final DistributionSummary batchDatapoints;
  private final DistributionSummary batchBytes;
  private final Timer flush;

  /// Registers the meters, all at zero.
  ///
  /// @param source the value of the label: `kafka`, `http`, `telnet`, or `rollup` and `histogram`
  ///   for `/api/rollup` and `/api/histogram`
  public IngestMetrics(MeterRegistry registry, String source) {
    accepted =
        Counter.builder("goku.ingest.datapoints")
            .description("datapoints that passed every check and went into a batch")
            .tag("source", source)
            .register(registry);
    failed =
        Counter.builder("goku.ingest.failed")
            .description("datapoints in batches that Kafka did not acknowledge")
            .tag("source", source)
            .register(registry);
    Map<Reason, Counter> byReason = new EnumMap<>(Reason.class);
    for (Reason reason : Reason.values()) {
      byReason.put(reason, rejections(registry, source, reason));
    }
    rejected = Map.copyOf(byReason);
    batchDatapoints =
        DistributionSummary.builder("goku.ingest.batch.datapoints")
            .description("datapoints of the batches sent")
            .tag("source", source)
            .register(registry);
    batchBytes =
        DistributionSummary.builder("goku.ingest.batch.size")
            .description("size of the batches sent, before compression")
            .baseUnit("bytes")
            .tag("source", source)
            .register(registry);
    flush =
        Timer.builder("goku.ingest.flush")
            .description("time until Kafka had acknowledged all gathered datapoints")
            .tag("source", source)
            .register(registry);
  }

  private static Counter rejections(MeterRegistry registry, String source, Reason reason) {
    return Counter.builder("goku.ingest.rejected")
        .description("datapoints that were rejected")
        .tags("source", source, "reason", reason.label())
        .register(registry);
  }

  public void accepted(long datapoints) {
    accepted.increment((double) datapoints);
  }

  public void rejected(Reason reason) {
    Objects.requireNonNull(rejected.get(reason)).increment();
  }

  public void sent(int datapoints, int bytes) {
    batchDatapoints.record(datapoints);
    batchBytes.record(bytes);
  }

  public void failed(long datapoints) {
    failed.increment((double) datapoints);
  }

  public Timer flush() {
    return flush;
  }
}
