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

/// The publisher of each up-to-date shard's top metrics of the last window, some minutes after the
/// window's end; see the package's description.
///
/// The object in S3 is written last and marks the window as published: a replica that finds it has
/// nothing to do. Simultaneous replicas, and one that failed in between, publish twice under the
/// same key. A window without a running replica at its end and for two hours afterwards is not
/// published.
///
/// One thread calls `start` and `close`.
public final class TopPublisher implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopPublisher.class);

  /// The number of metrics by series, and again by datapoints, as in the paper.
  static final int MAX = 10_000;

  /// The time after a window's end for which its datapoints may still arrive.
  static final Duration GRACE = Duration.ofMinutes(5);

  /// The number of windows that S3 keeps: a month.
  static final int KEPT = 360;

  private static final Duration INTERVAL = Duration.ofMinutes(1);

  private final Supplier<List<TopSource>> sources;
  private final ObjectStore store;
  private final TopRecords records;
  private final InstantSource clock;
  private final Counter published;
  private final Counter failed;

  /// The last published window of each shard. Owned by the thread.
  private final Map<ShardId, Integer> told = new HashMap<>();

  private final Thread thread =
      Thread.ofPlatform().daemon().name("goku-short-top").unstarted(this::run);

  /// @param sources supplies the node's up-to-date shards
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
            .description("published reports of top metrics, one per shard and window")
            .register(registry);
    failed =
        Counter.builder("goku.short.top.failures")
            .description("failed attempts to publish a report of top metrics")
            .register(registry);
  }

  public void start() {
    thread.start();
  }

  /// Ends the thread. Another replica, or the restarted node, publishes an unfinished report.
  @Override
  public void close() {
    thread.interrupt();
    try {
      // the start of the service may have failed before
      if (thread.isAlive() && !thread.join(Duration.ofSeconds(5))) {
        LOG.warn("publisher of top metrics did not end within 5 s");
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

  /// Publishes due windows that are not published yet.
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
          LOG.warn("top metrics not published, retrying shard={}", source, e);
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
