package goku.integration.recovery;

import static goku.integration.recovery.Truth.await;
import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.testkit.DirectoryTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// A directory with the data of one standalone process, the process while it runs, and the
/// datapoints that must be found in it.
final class StandaloneRun implements AutoCloseable {
  static final int SHARDS = 2;
  private static final String TOPIC = "goku-ns1";
  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 3d
          memory-ttl: 3d
          kafka-topic: %1$s
          s3: {bucket: %1$s}
          shard-groups: 1
          shards-per-group: %2$d
          metrics: []
      """
          .formatted(TOPIC, SHARDS);

  private final Path directory;
  private final int port = GokuProcess.freePort();
  private final int kafkaPort = GokuProcess.freePort();
  final Truth truth;
  final ShardDisk disk;

  private @Nullable GokuProcess goku;

  /// Characters in the log of the processes before this one.
  private int loggedBefore;

  private StandaloneRun(Path directory, Truth truth) {
    this.directory = directory;
    this.truth = truth;
    disk = ShardDisk.of(data(), "ns1", TOPIC);
  }

  static StandaloneRun empty(Path directory, Truth truth) throws IOException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    return new StandaloneRun(directory, truth);
  }

  /// Returns a run of its own that begins with the data of this one, whose process has ended.
  StandaloneRun copyTo(Path target) {
    new DirectoryTree(directory).copyTo(target);
    return new StandaloneRun(target, truth.copy());
  }

  private Path data() {
    return directory.resolve("data");
  }

  void start(String snapshotInterval) {
    loggedBefore = wholeLog().length();
    var started =
        GokuProcess.start(
            data(),
            port,
            kafkaPort,
            "--no-agent",
            "--root.allow-delete",
            "--snapshot-interval=" + snapshotInterval,
            "--namespaces=" + directory.resolve("namespaces.yaml"));
    System.out.printf("ready after %s%n", started.readyAfter());
    goku = started;
  }

  void stopCleanly() {
    assertThat(running().terminate()).isIn(0, 143);
  }

  void kill() {
    running().kill();
  }

  /// Returns the lines that this process has logged.
  String log() {
    return wholeLog().substring(loggedBefore);
  }

  private String wholeLog() {
    try {
      Path file = data().resolve("goku.log");
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Requires that each shard was opened once, with a snapshot.
  void requireBackFromSnapshots() {
    List<String> back = log().lines().filter(line -> line.contains(" shard restored ")).toList();
    assertThat(back).as(log()).hasSize(SHARDS);
  }

  /// Requires that each shard has taken a snapshot since the start. It takes another one if
  /// datapoints came before and after the first.
  void requireSnapshotOfEachShard() {
    String log = log();
    for (int shard = 0; shard < SHARDS; shard++) {
      assertThat(log).contains(" snapshot taken shard=ns1/" + shard + " ");
    }
  }

  /// Waits until each shard has that many files of buckets, locally and in S3.
  void awaitBuckets(int buckets) {
    await(
        () -> {
          for (Path files : List.of(disk.local(), disk.s3())) {
            assertThat(ShardDisk.names(files, ShardDisk::isBucket)).hasSize(buckets * SHARDS);
          }
        });
  }

  NamespaceTopic topic() {
    return new NamespaceTopic(brokers(), TOPIC, SHARDS);
  }

  String brokers() {
    return running().bootstrapServers();
  }

  GokuHttp http() {
    return running().http();
  }

  private GokuProcess running() {
    return Objects.requireNonNull(goku, "not started");
  }

  @Override
  public void close() {
    if (goku != null) {
      goku.close();
    }
  }
}
