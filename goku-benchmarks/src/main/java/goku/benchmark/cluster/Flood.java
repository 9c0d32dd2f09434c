package goku.benchmark.cluster;

import goku.model.SeriesName;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.RecordMetadata;

/// New series without an end, all of one metric: each has a value of a tag that no other has. Owned
/// by one thread.
final class Flood {
  private static final int TICKS_PER_SECOND = 20;

  private final String metric;
  private final int perTick;
  private long number;

  Flood(String metric, int perSecond) {
    this.metric = metric;
    this.perTick = perSecond / TICKS_PER_SECOND;
  }

  /// The number of series sent.
  long run(BatchSender sender, Duration time) throws InterruptedException, ExecutionException {
    long first = number;
    var pace = new Pace(Duration.ofSeconds(1).dividedBy(TICKS_PER_SECOND), time);
    while (pace.await()) {
      for (int i = 0; i < perTick; i++, number++) {
        sender.add(name(), 1);
      }
      Future<RecordMetadata> sent = sender.send();
      sent.get();
    }
    return number - first;
  }

  private SeriesName name() {
    return SeriesName.of(
        metric,
        Map.of(
            "request",
            Long.toHexString(number * 0x9E3779B97F4A7C15L),
            "host",
            "host-" + number % 1000,
            "region",
            "region-" + number % 7,
            "service",
            "checkout"));
  }
}
