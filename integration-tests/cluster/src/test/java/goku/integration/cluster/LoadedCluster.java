package goku.integration.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.cluster.process.ClusterLayout;
import goku.integration.cluster.process.ClusterProcesses;
import goku.integration.load.HttpSink;
import goku.integration.load.Inspection;
import goku.integration.load.KafkaSink;
import goku.integration.load.KnownSeries;
import goku.integration.load.Queriers;
import goku.integration.load.Roots;
import goku.integration.load.Sink;
import goku.integration.load.SteadyWriter;
import goku.integration.load.Tally;
import goku.integration.load.Written;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A whole cluster with a day of history in S3, and writers that write all the time. Tests do
/// things to it in stages, during which queriers query all the time. The verdicts of a stage are
/// those of the queries that began in it.
///
/// - `chaos.now` is written by HTTP with timestamps of now
/// - `chaos.late` is written by HTTP with timestamps of an hour ago
/// - `chaos.kafka` goes to the input topic; when an ingestor takes it on is not known, so it is
///   inspected and not queried all the time
/// - `chaos.history` lies in S3 and is served by GokuL
final class LoadedCluster implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int HOSTS = 40;
  private static final long STEP_MILLIS = 500;
  private static final int BUCKET_STEPS = 20;
  private static final long LATE_MILLIS = Duration.ofHours(1).toMillis();
  private static final int CLIENTS = 2;

  /// Steps that are written at once in the beginning, so that there is something to ask about.
  private static final int HEAD_START = 2 * BUCKET_STEPS;

  /// A datapoint that Kafka has not acknowledged after this time is sent again. Less than usual, so
  /// that producers see in a short outage what they would see in a long one.
  private static final Duration DELIVERY = Duration.ofSeconds(10);

  /// Right answers without which a stage has shown nothing.
  private static final int ENOUGH = 50;

  private final Path report;
  private final ClusterProcesses processes;
  private final PublishedMap map;
  private final Tally tally = new Tally();
  private final Roots roots;
  private final List<SteadyWriter> writers;
  private final Written history;
  private final long historyEnd;
  private final Queriers queriers;
  private String stage = "start";
  private boolean broken;

  /// @param logs the directory for what the processes print
  /// @param report the file that says at the end how it went
  LoadedCluster(Path directory, Path logs, Path report) {
    this.report = report;
    History past = History.some();
    history = past.written();
    historyEnd = past.endMillis();
    processes = ClusterProcesses.all(directory, logs, past::putInto);
    ClusterLayout layout = processes.layout();
    map = mapOf(processes);
    roots =
        new Roots(
            ClusterLayout.ROOTS.stream()
                .map(root -> new Roots.Root(layout.http(root), processes.get(root)::isFaulted))
                .toList());
    List<String> ingestors = ClusterLayout.INGESTS.stream().map(layout::http).toList();
    long begin = System.currentTimeMillis() - HEAD_START * STEP_MILLIS;
    writers =
        List.of(
            writer("chaos.now", begin, new HttpSink(ingestors, 0)),
            writer("chaos.late", begin - LATE_MILLIS, new HttpSink(ingestors, 1)),
            writer("chaos.kafka", begin, new KafkaSink(layout.brokers(), DELIVERY)));
    queriers =
        new Queriers(
            roots,
            Stream.concat(queried().map(SteadyWriter::written), Stream.of(history)).toList(),
            tally,
            CLIENTS);
    queriers.pause();
  }

  /// Leaves no process behind when it fails.
  private static PublishedMap mapOf(ClusterProcesses processes) {
    try {
      return new PublishedMap(processes.layout().zookeeper(), processes.namespace());
    } catch (RuntimeException e) {
      processes.close();
      throw e;
    }
  }

  private static SteadyWriter writer(String metric, long timeMillis, Sink sink) {
    return new SteadyWriter(
        KnownSeries.from(metric, HOSTS, timeMillis, STEP_MILLIS, BUCKET_STEPS), sink, HEAD_START);
  }

  private Stream<SteadyWriter> queried() {
    return writers.stream().limit(2);
  }

  ClusterProcesses processes() {
    return processes;
  }

  PublishedMap map() {
    return map;
  }

  Tally tally() {
    return tally;
  }

  /// Tells whether a stage failed, after which nothing may be concluded from this cluster.
  boolean isBroken() {
    return broken;
  }

  /// An action of a test on the cluster.
  interface Action {
    void run() throws Exception;
  }

  /// Runs the action under load, and continues until all processes are ready, writers have written,
  /// and queriers have had correct answers again. Answers may be marked partial, but none may be
  /// wrong or fail. Afterwards no acknowledged datapoint is missing.
  void stage(String name, Action action) throws Exception {
    quietStage(
        name,
        () -> {
          queriers.resume();
          try {
            action.run();
            processes.awaitAllReady();
            awaitProgress();
            awaitAnswers(ENOUGH);
          } finally {
            queriers.pause();
          }
        });
  }

  /// Runs the action without queriers.
  void quietStage(String name, Action action) throws Exception {
    requireHealthy();
    broken = true;
    stage = name;
    tally.begin(name);
    action.run();
    assertThat(tally.wrong(name)).as(tally.report()).isZero();
    assertThat(tally.failed(name)).as(tally.report()).isZero();
    inspect();
    broken = false;
  }

  /// Runs the action within a stage while no query is in progress.
  void withoutQueries(Action action) throws Exception {
    queriers.pause();
    try {
      action.run();
    } finally {
      queriers.resume();
    }
  }

  /// Waits until every process serves, every storage node is in the shard map, each node of GokuL
  /// has the history, and there is enough of everything to ask about.
  private void requireHealthy() {
    processes.awaitAllReady();
    await("all storage nodes in the shard map")
        .atMost(PATIENCE)
        .until(
            () ->
                ClusterLayout.SHORTS.stream().allMatch(map::offers)
                    && ClusterLayout.LONGS.stream().allMatch(map::answers));
    await("the history at each node of GokuL")
        .atMost(PATIENCE)
        .until(
            () -> ClusterLayout.LONGS.stream().allMatch(node -> map.isComplete(node, historyEnd)));
    await("datapoints to ask about")
        .atMost(PATIENCE)
        .until(
            () ->
                queried()
                    .map(SteadyWriter::written)
                    .allMatch(all -> all.acknowledged(Queriers.SETTLED) >= BUCKET_STEPS));
  }

  /// Waits for right answers in this stage, or for a wrong one.
  void awaitAnswers(int count) {
    int right = tally.right(stage) + count;
    await("right answers")
        .atMost(PATIENCE)
        .until(() -> tally.right(stage) >= right || tally.wrong(stage) > 0);
  }

  /// Waits until datapoints that no writer has sent yet are acknowledged.
  void awaitProgress() {
    List<Integer> sent = writers.stream().map(writer -> writer.written().sent()).toList();
    await("acknowledged datapoints")
        .atMost(PATIENCE)
        .until(
            () ->
                IntStream.range(0, sent.size())
                    .allMatch(i -> writers.get(i).written().acknowledged() > sent.get(i)));
  }

  /// Failed attempts to write, of each writer.
  List<Integer> writeFailures() {
    return writers.stream().map(SteadyWriter::failures).toList();
  }

  /// Returns the largest number of failed attempts of a writer to write a step since the last call.
  int takeMostFailuresInARow() {
    return writers.stream().mapToInt(SteadyWriter::takeMostFailuresInARow).max().orElse(0);
  }

  /// All that is acknowledged until now comes from each root, exactly.
  void inspect() {
    List<Written> all = new ArrayList<>(writers.stream().map(SteadyWriter::written).toList());
    all.add(history);
    Inspection.requireAll(roots, all);
  }

  @Override
  public void close() {
    queriers.resume();
    queriers.stop();
    writers.forEach(SteadyWriter::close);
    roots.close();
    map.close();
    processes.close();
    writeReport();
  }

  /// Returns a report that begins with the failures of the writers.
  String report() {
    var text = new StringBuilder();
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
    return text.append('\n').append(tally.report()).toString();
  }

  private void writeReport() {
    String text = report();
    System.out.println(text);
    try {
      Files.writeString(report, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
