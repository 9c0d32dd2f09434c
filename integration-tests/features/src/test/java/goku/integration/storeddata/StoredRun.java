package goku.integration.storeddata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.ShiftedClock;
import goku.integration.recovery.NamespaceTopic;
import goku.testkit.DirectoryTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A standalone process over one directory, through stops, kills and changes of its settings, and
/// the datapoints that must be found in it. Owned by one thread.
final class StoredRun implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Duration APPLIED = Duration.ofSeconds(10);

  private final Path directory;
  private final int port = GokuProcess.freePort();
  private final int kafkaPort = GokuProcess.freePort();
  final KnownPoints points;
  final StoredFiles files;
  private final @Nullable ShiftedClock clock;
  private @Nullable GokuProcess goku;

  private StoredRun(Path directory, KnownPoints points, @Nullable ShiftedClock clock) {
    this.directory = directory;
    this.points = points;
    this.clock = clock;
    files = new StoredFiles(data());
  }

  /// Creates a run without data.
  static StoredRun empty(Path directory, Settings settings, int hosts) throws IOException {
    return empty(directory, settings, new KnownPoints(hosts), null);
  }

  /// Creates a run without data whose clock the test moves.
  static StoredRun withClock(Path directory, Settings settings, int hosts) throws IOException {
    return empty(directory, settings, new KnownPoints(hosts), clockIn(directory));
  }

  private static StoredRun empty(
      Path directory, Settings settings, KnownPoints points, @Nullable ShiftedClock clock)
      throws IOException {
    Files.createDirectories(directory);
    var run = new StoredRun(directory, points, clock);
    run.change(settings);
    return run;
  }

  private static ShiftedClock clockIn(Path directory) {
    return new ShiftedClock(directory.resolve("clock"));
  }

  /// Returns a run of its own that begins with the data of this one, whose process has ended.
  StoredRun copyTo(Path target) {
    new DirectoryTree(directory).copyTo(target);
    if (clock == null) {
      return new StoredRun(target, points.copy(), null);
    }
    ShiftedClock own = clockIn(target);
    own.set(clock.ahead());
    return new StoredRun(target, points.copy(), own);
  }

  ShiftedClock clock() {
    return Objects.requireNonNull(clock, "the clock of this run cannot be moved");
  }

  /// Returns the time by the clock of the process.
  long now() {
    return clock == null ? System.currentTimeMillis() : clock.millis();
  }

  /// Lets time pass while no process runs, as if one had run until just before the end of it and
  /// known its time.
  void pass(Duration time) throws IOException {
    clock().set(clock().ahead().plus(time));
    for (Path saved : StoredFiles.find(data(), StoredFiles::isSavedTime)) {
      Files.writeString(saved, Instant.ofEpochMilli(now()) + "\n");
    }
  }

  /// Changes the settings, which a running process notices within seconds.
  void change(Settings settings) throws IOException {
    Path file = directory.resolve("namespaces.yaml");
    Path whole = Files.writeString(directory.resolve("namespaces.new"), settings.yaml());
    Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE);
  }

  Path data() {
    return directory.resolve("data");
  }

  void start(String... more) {
    String[] flags = Stream.of(flags(), more).flatMap(Stream::of).toArray(String[]::new);
    Map<String, String> environment = clock == null ? Map.of() : clock.environment();
    goku = GokuProcess.startWith(environment, data(), port, kafkaPort, flags);
  }

  /// Starts a process that is expected to refuse.
  GokuProcess launch() {
    return GokuProcess.launch(data(), port, kafkaPort, flags());
  }

  /// Starts, or returns what the process printed that refused to start.
  Optional<String> startOrRefusal() {
    GokuProcess launched = launch();
    goku = launched;
    if (launched.becomesReady()) {
      return Optional.empty();
    }
    assertThat(launched.exitCode()).as(launched.output()).isEqualTo(1);
    return Optional.of(launched.output());
  }

  private String[] flags() {
    return new String[] {
      "--no-agent",
      "--root.allow-delete",
      "--compaction-interval=500ms",
      "--namespaces=" + directory.resolve("namespaces.yaml")
    };
  }

  void stop() {
    assertThat(running().terminate()).isIn(0, 143);
  }

  void kill() {
    running().kill();
  }

  /// Stops, loses the disks of both stores, and starts again.
  void loseDisks() {
    stop();
    StoredFiles.remove(files.gokuS());
    StoredFiles.remove(files.gokuL());
    start();
  }

  GokuHttp http() {
    return running().http();
  }

  private GokuProcess running() {
    return Objects.requireNonNull(goku, "not started");
  }

  Comparison compare() {
    return points.compare(http(), now());
  }

  /// Requires that the answer has all datapoints, or is marked where one is missing.
  void requireExactOrMarked() {
    Comparison found = compare();
    assertThat(found.isExactOrMarked()).as("%s", found).isTrue();
  }

  /// Waits until answers have the last acknowledged datapoints, or a mark: a shard applies a record
  /// a moment after Kafka has it.
  void awaitApplied() {
    await("the last acknowledged datapoints")
        .atMost(APPLIED)
        .pollInterval(Duration.ofMillis(50))
        .until(() -> compare().isExactOrMarked());
  }

  /// Waits until answers have all datapoints and no mark. Until then each answer must be exact or
  /// marked.
  void awaitExact() {
    await("exact answers")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(200))
        .until(
            () -> {
              Comparison found = compare();
              assertThat(found.isExactOrMarked()).as("%s", found).isTrue();
              return found.isExact();
            });
  }

  /// Finalizes all windows that end by then, and waits until S3 has their files or the tiers have
  /// consumed them.
  void finalizeThrough(long throughMillis) {
    new NamespaceTopic(running().bootstrapServers(), Settings.TOPIC, Settings.SHARDS)
        .finalizeThrough(throughMillis);
    awaitLastWindow(throughMillis, files.s3().resolve("short"));
  }

  /// Waits until GokuS has finalized the last window that ends by then.
  void awaitFinalized(long throughMillis) {
    awaitLastWindow(throughMillis, files.gokuS());
  }

  private static void awaitLastWindow(long throughMillis, Path directory) {
    long start = PastWindows.begin(throughMillis) - PastWindows.WINDOW;
    String last = "bucket-%d-".formatted(start / 1000);
    await("finalized files in " + directory)
        .atMost(PATIENCE)
        .until(
            () ->
                StoredFiles.find(directory, StoredFiles::isBucket).stream()
                        .filter(file -> file.toString().contains(last))
                        .count()
                    >= Settings.SHARDS);
  }

  /// Waits until the compactor has nothing to do and all files of S3 are loaded.
  void awaitCompacted() {
    await("an idle compactor")
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(500))
        .during(Duration.ofSeconds(3))
        .until(
            () ->
                http().metric("goku_compactor_due") == 0
                    && http().metric("goku_compactor_running") == 0
                    && http().metric("goku_long_downloads_waiting") == 0);
  }

  /// Follows answers for a while, each of which must be exact or marked.
  void watch(Duration time) {
    long end = System.nanoTime() + time.toNanos();
    await("the end of the watch")
        .atMost(time.plus(PATIENCE))
        .pollInterval(Duration.ofSeconds(1))
        .until(
            () -> {
              requireExactOrMarked();
              return System.nanoTime() - end > 0;
            });
  }

  @Override
  public void close() {
    if (goku != null) {
      goku.close();
    }
  }
}
