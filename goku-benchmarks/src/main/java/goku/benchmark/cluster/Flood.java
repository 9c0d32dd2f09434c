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
  private static final int TURNS_A_SECOND = 20;

  /// The batches per turn: those of an ingestor that lingers for 10 ms.
  private static final int BATCHES_A_TURN = 5;

  private final String metric;
  private final int perBatch;
  private long number;

  Flood(String metric, int perSecond) {
    this.metric = metric;
    this.perBatch = perSecond / TURNS_A_SECOND / BATCHES_A_TURN;
  }

  /// The number of series sent.
  long run(BatchSender sender, Duration time) throws InterruptedException, ExecutionException {
    long first = number;
    var ticker = new IntervalTicker(Duration.ofSeconds(1).dividedBy(TURNS_A_SECOND), time);
    while (ticker.await()) {
      Future<RecordMetadata> last = batch(sender);
      for (int i = 1; i < BATCHES_A_TURN; i++) {
        last = batch(sender);
      }
      last.get();
    }
    return number - first;
  }

  private Future<RecordMetadata> batch(BatchSender sender) {
    for (int i = 0; i < perBatch; i++, number++) {
      sender.add(name(), 1);
    }
    return sender.send();
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
