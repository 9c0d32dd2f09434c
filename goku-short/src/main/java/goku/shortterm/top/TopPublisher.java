package goku.shortterm.top;

import goku.model.ShardId;
import goku.objectstore.ObjectStore;
import goku.shortterm.bucket.Bucket;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tells of each shard that is up to date here who wrote most to it in the last window, some
/// minutes after the window's end; see the package's description.
///
/// The object in S3 is written last and says that the window is told: who finds it has nothing to
/// do. Replicas that come at the same moment, and one that failed between the two, tell it twice
/// under the same key. A window at whose end and for two hours after no replica is up is not told.
///
/// `start` and `close` belong to one thread.
public final class TopPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopPublisher.class);

  /// How many metrics are told by series, and again by datapoints, as in the paper.
  static final int MAX = 10_000;

  /// Datapoints of a window are on their way for so long after its end.
  static final Duration GRACE = Duration.ofMinutes(5);

  /// For how many windows S3 keeps what was told: a month.
  static final int KEPT = 360;

  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final Supplier<List<TopSource>> sources;
  private final ObjectStore store;
  private final TopRecords records;
  private final InstantSource clock;
  private final Counter published;
  private final Counter failed;

  /// The last window of each shard that is told. The thread's.
  private final Map<ShardId, Integer> told = new HashMap<>();

  private final Thread thread =
      Thread.ofPlatform().daemon().name("goku-short-top").unstarted(this::run);

  /// @param sources the shards of the node that are up to date
  public TopPublisher(
      Supplier<List<TopSource>> sources,
      ObjectStore store,
      TopRecords records,
      InstantSource clock,
      MeterRegistry registry) {
    this.sources = sources;
    this.store = store;
    this.records = records;
    this.clock = clock;
    published =
        Counter.builder("goku.short.top.published")
            .description("reports of a shard and window on who wrote most that this node told")
            .register(registry);
    failed =
        Counter.builder("goku.short.top.failures")
            .description("times that such a report could not be told and has to be tried again")
            .register(registry);
  }

  public void start() {
    thread.start();
  }

  /// Ends the thread; what it is at is told by another replica, or after the restart.
  @Override
  public void close() {
    thread.interrupt();
    try {
      if (!thread.join(Duration.ofSeconds(5))) {
        LOG.warn("the thread that tells who wrote most did not end within 5 s");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    records.close();
  }

  private void run() {
    try {
      while (!Thread.interrupted()) {
        Thread.sleep(INTERVAL);
        publishDue();
      }
    } catch (InterruptedException e) {
      // the service closes
    }
  }

  /// Tells what is due and not told yet.
  void publishDue() throws InterruptedException {
    long now = clock.millis();
    int current = Bucket.numberOf(now);
    if (Bucket.numberOf(now - GRACE.toMillis()) != current) {
      return; // too early for the last window, too late for the one before
    }
    for (TopSource source : sources.get()) {
      ShardId shard = source.namespace().shard(source.shard());
      if (told.getOrDefault(shard, Integer.MIN_VALUE) < current - 1) {
        try {
          publish(new TopReport(source, current - 1));
          told.put(shard, current - 1);
        } catch (RuntimeException e) {
          failed.increment();
          LOG.warn("shard {}: who wrote most could not be told; trying again", source, e);
        }
      }
    }
  }

  private void publish(TopReport report) throws InterruptedException {
    String s3Bucket = report.source().namespace().s3Bucket();
    if (store.exists(s3Bucket, report.objectKey())) {
      return;
    }
    byte[] content = report.content(TopList.of(report.source(), MAX), clock.millis());
    records.publish(report.recordKey(), content);
    store.putIfAbsent(s3Bucket, report.objectKey(), content);
    store.delete(s3Bucket, report.objectKey(KEPT));
    published.increment();
  }
}
