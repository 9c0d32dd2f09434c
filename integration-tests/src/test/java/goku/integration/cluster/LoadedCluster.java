package goku.integration.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.cluster.load.HttpSink;
import goku.integration.cluster.load.Inspection;
import goku.integration.cluster.load.KafkaSink;
import goku.integration.cluster.load.KnownSeries;
import goku.integration.cluster.load.Queriers;
import goku.integration.cluster.load.Roots;
import goku.integration.cluster.load.SteadyWriter;
import goku.integration.cluster.load.Tally;
import goku.integration.cluster.load.Written;
import goku.integration.cluster.process.ClusterLayout;
import goku.integration.cluster.process.ClusterProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// A whole cluster with a day of history in S3, writers that write and queriers that query all the
/// time. What tests do to it are stages, whose verdicts are counted by themselves.
///
/// - `chaos.now` is written by HTTP with timestamps of now
/// - `chaos.late` is written by HTTP with timestamps of an hour ago
/// - `chaos.kafka` goes to the input topic; when an ingestor takes it on is not known, so it is
///   inspected and not queried all the time
/// - `chaos.history` lies in S3 and is served by GokuL
final class LoadedCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final int HOSTS = 40;
  private static final long STEP_MILLIS = 500;
  private static final int BUCKET_STEPS = 20;
  private static final long LATE_MILLIS = Duration.ofHours(1).toMillis();
  private static final int CLIENTS = 2;

  /// Right answers without which a stage has shown nothing.
  private static final int ENOUGH = 50;

  private final ClusterProcesses processes;
  private final Tally tally = new Tally();
  private final Roots roots;
  private final List<SteadyWriter> writers;
  private final Written history;
  private final Queriers queriers;

  LoadedCluster(Path directory) {
    History past = History.some();
    history = past.written();
    processes = ClusterProcesses.all(directory, past::putInto);
    ClusterLayout layout = processes.layout();
    roots =
        new Roots(
            ClusterLayout.ROOTS.stream()
                .map(root -> new Roots.Root(layout.http(root), processes.get(root)::isFaulted))
                .toList());
    List<String> ingestors = ClusterLayout.INGESTS.stream().map(layout::http).toList();
    long now = System.currentTimeMillis();
    writers =
        List.of(
            new SteadyWriter(live("chaos.now", now), new HttpSink(ingestors, 0)),
            new SteadyWriter(live("chaos.late", now - LATE_MILLIS), new HttpSink(ingestors, 1)),
            new SteadyWriter(live("chaos.kafka", now), new KafkaSink(layout.brokers())));
    tally.begin("start");
    Stream<Written> byHttp = writers.stream().limit(2).map(SteadyWriter::written);
    queriers =
        new Queriers(roots, Stream.concat(byHttp, Stream.of(history)).toList(), tally, CLIENTS);
  }

  private static KnownSeries live(String metric, long timeMillis) {
    return KnownSeries.from(metric, HOSTS, timeMillis, STEP_MILLIS, BUCKET_STEPS);
  }

  ClusterProcesses processes() {
    return processes;
  }

  Tally tally() {
    return tally;
  }

  /// What a test does to the cluster.
  interface Action {
    void run() throws Exception;
  }

  /// Does it under load, and goes on until all processes are ready, writers have written and
  /// queriers have had right answers again. There may be marked answers, but none that is wrong and
  /// no failed one.
  void stage(String name, Action action) throws Exception {
    tally.begin(name);
    action.run();
    processes.awaitAllReady();
    awaitProgress();
    int right = tally.right(name) + ENOUGH;
    await().atMost(PATIENCE).until(() -> tally.right(name) >= right || tally.wrong() > 0);
    assertThat(tally.wrong()).as(tally.report()).isZero();
    assertThat(tally.failed(name)).as(tally.report()).isZero();
    tally.begin("after " + name);
  }

  /// Datapoints that no writer has sent yet are acknowledged.
  void awaitProgress() {
    for (SteadyWriter writer : writers) {
      int steps = writer.written().sent() + 1;
      await()
          .atMost(PATIENCE)
          .until(() -> writer.written().acknowledged() >= steps || tally.wrong() > 0);
    }
  }

  /// Failed attempts to write, of each writer.
  List<Integer> writeFailures() {
    return writers.stream().map(SteadyWriter::failures).toList();
  }

  /// All that is acknowledged until now comes from each root, exactly.
  void inspect() {
    List<Written> all = new ArrayList<>(writers.stream().map(SteadyWriter::written).toList());
    all.add(history);
    Inspection.requireAll(roots, all);
  }

  void stopLoad() {
    writers.forEach(SteadyWriter::stop);
    queriers.stop();
  }

  @Override
  public void close() {
    stopLoad();
    writers.forEach(SteadyWriter::close);
    roots.close();
    processes.close();
    writeReport(ClusterProcesses.target().resolve("chaos-report.txt"));
  }

  private void writeReport(Path file) {
    var text = new StringBuilder(tally.report()).append('\n');
    for (SteadyWriter writer : writers) {
      text.append(
          "%s: %d steps of %d datapoints acknowledged, %d attempts failed, the last: %s%n"
              .formatted(
                  writer.written().series().metric(),
                  writer.written().acknowledged(),
                  HOSTS,
                  writer.failures(),
                  writer.lastFailure()));
    }
    System.out.println(text);
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
