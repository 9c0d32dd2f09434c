package goku.benchmark.cluster;

import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.model.SeriesName;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/// A shard group that goes on as ever: its series get datapoints, and people ask for them.
final class QuietGroup {
  private static final int SERIES = 2000;
  private static final int SERIES_A_POD = 50;
  private static final int SERIES_A_BATCH = 20;
  private static final Duration BATCH_INTERVAL = Duration.ofMillis(20);
  private static final Duration QUERY_INTERVAL = Duration.ofMillis(50);
  private static final Duration LONGEST_LAG = Duration.ofMinutes(1);
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final String metric;
  private final int shard;
  private final List<SeriesName> names = new ArrayList<>();

  /// The measurements of a period.
  ///
  /// @param lag from the sending of a batch until it can be queried
  /// @param applying the part of the lag after Kafka has the batch
  /// @param queries until the last byte of the answer is produced
  /// @param processor CPU time of the query's thread
  record Measured(
      LatencySamples lag,
      LatencySamples applying,
      LatencySamples queries,
      LatencySamples processor) {
    Measured() {
      this(new LatencySamples(), new LatencySamples(), new LatencySamples(), new LatencySamples());
    }
  }

  QuietGroup(String metric, int shard) {
    this.metric = metric;
    this.shard = shard;
    for (int i = 0; i < SERIES; i++) {
      names.add(
          SeriesName.of(
              metric, Map.of("host", "host-" + i, "pod", "pod-" + i / SERIES_A_POD, "dc", "east")));
    }
  }

  /// Sends datapoints, each batch when the last one can be queried.
  Callable<Void> writes(FloodNode node, Duration time, Measured measured) {
    return () -> {
      BatchSender sender = node.sender(shard);
      var ticker = new IntervalTicker(BATCH_INTERVAL, time);
      for (int turn = 0; ticker.await(); turn++) {
        for (int i = 0; i < SERIES_A_BATCH; i++) {
          sender.add(names.get((turn * SERIES_A_BATCH + i) % SERIES), turn);
        }
        long sent = System.nanoTime();
        long offset = sender.send().get().offset();
        long kept = System.nanoTime();
        if (!node.data(shard).awaitApplied(offset, LONGEST_LAG)) {
          throw new IllegalStateException("shard " + shard + " is behind by more than a minute");
        }
        long seen = System.nanoTime();
        measured.lag().add(seen - sent);
        measured.applying().add(Math.max(0, seen - kept));
      }
      return null;
    };
  }

  /// Asks for the series of one pod after the other.
  Callable<Void> queries(FloodNode node, Duration time, Measured measured) {
    return () -> {
      HttpHandler handler = node.queries();
      var ticker = new IntervalTicker(QUERY_INTERVAL, time);
      for (int turn = 0; ticker.await(); turn++) {
        String m = "sum:10s-avg:%s{pod=pod-%d}".formatted(metric, turn % (SERIES / SERIES_A_POD));
        long cpu = THREADS.getCurrentThreadCpuTime();
        long start = System.nanoTime();
        HttpResponse answer =
            handler.handle(
                new HttpRequest(
                    "GET",
                    "/api/query",
                    Map.of("start", List.of("10m-ago"), "m", List.of(m)),
                    Map.of(),
                    new byte[0],
                    "benchmark"));
        answer.body().writeTo(OutputStream.nullOutputStream());
        measured.queries().add(System.nanoTime() - start);
        measured.processor().add(THREADS.getCurrentThreadCpuTime() - cpu);
      }
      return null;
    };
  }
}
