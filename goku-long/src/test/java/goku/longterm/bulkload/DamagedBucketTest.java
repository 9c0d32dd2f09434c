package goku.longterm.bulkload;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.format.sst.Aggregate;
import goku.format.sst.SstKeys;
import goku.longterm.Buckets;
import goku.longterm.S3Server;
import goku.longterm.read.access.BucketDb;
import goku.longterm.read.access.OpenReads;
import goku.longterm.tier.PinnedBuckets;
import goku.longterm.tier.StoreException;
import goku.longterm.tier.StoredBucket;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.TimeRange;
import goku.rpc.ShardUnavailableException;
import goku.testkit.TestForm;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Databases in one of whose files a byte was flipped, while S3 has good files.
class DamagedBucketTest {
  private static final BucketKey FIRST = Buckets.key(1, 2000, 1);
  private static final BucketKey SECOND = Buckets.key(1, 2001, 1);
  private static final Instant NOW =
      Instant.ofEpochMilli(SECOND.startMillis()).plus(Duration.ofHours(7));
  private static final Holes HOLE =
      Holes.of(new Hole(FIRST.startMillis(), SECOND.startMillis(), HoleCause.DAMAGED));
  private static final int SERIES = 20;
  private static final int FLIPS = TestForm.isLong() ? 200 : 20;

  /// The distance between damaged tables of a large database.
  private static final int EVERY = TestForm.isLong() ? 1 : 4;

  /// Places in a table: its data, and what RocksDB says about it.
  private static final List<Double> PLACES = List.of(0.05, 0.5);

  /// The polls after which all is right again: one finds the damage, one loads the bucket.
  private static final int POLLS = 3;

  @TempDir private Path directory;
  private S3Server s3;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    Buckets.upload(s3.client(), directory, FIRST);
    Buckets.upload(s3.client(), directory, SECOND);
  }

  @AfterEach
  void stop() {
    s3.close();
  }

  @Test
  void aDamagedBucketIsHiddenMarkedAndFetchedAgain() throws Exception {
    load(directory.resolve("node"));
    try (var node = new TestNode(directory.resolve("node"), s3, NOW)) {
      node.poller.pollOnce();
      assertThat(holes(node)).isEqualTo(Holes.NONE);
      Path table = tableOf(node, FIRST);
      flip(table, 30);

      assertThat(wrong(node)).isZero();
      assertThat(node.visible()).containsExactly(SECOND);
      assertThat(holes(node)).isEqualTo(HOLE);
      assertThat(node.shard.damaged()).extracting(Manifest::bucket).containsExactly(FIRST);
      assertThat(node.count("goku.long.buckets.damaged")).isOne();
      assertThat(node.poller.complaint().orElseThrow()).contains("1 damaged buckets");

      node.poller.pollOnce();
      assertThat(node.visible()).containsExactly(FIRST, SECOND);
      assertThat(right(node)).isEqualTo(2 * SERIES);
      assertThat(holes(node)).isEqualTo(Holes.NONE);
      assertThat(node.shard.damaged()).isEmpty();
      assertThat(node.tables("hot")).isEqualTo(6);
    }
  }

  @Test
  void aDamagedBucketThatS3LacksStaysMarked() throws Exception {
    load(directory.resolve("node"));
    try (var node = new TestNode(directory.resolve("node"), s3, NOW)) {
      node.poller.pollOnce();
      flip(tableOf(node, FIRST), 30);
      assertThat(wrong(node)).isZero();
      s3.client().delete(Buckets.S3_BUCKET, Buckets.markerKey(FIRST));
      node.poller.pollOnce();
      assertThat(node.visible()).containsExactly(SECOND);
      assertThat(holes(node)).isEqualTo(HOLE);
      assertThat(node.tables("hot")).as("kept").isEqualTo(6);
    }
  }

  @Test
  void noFlippedByteOfAClosedDatabaseEndsInAWrongAnswerOrAnEndlessFailure() throws Exception {
    Path whole = directory.resolve("whole");
    load(whole);
    var random = new Random(TestForm.seed());
    for (int i = 0; i < FLIPS; i++) {
      Path copy = directory.resolve("copy-" + i);
      copy(whole, copy);
      List<Path> files = files(copy.resolve("hot/ns/00001"));
      Path file = files.get(random.nextInt(files.size()));
      if (Files.size(file) == 0) {
        continue;
      }
      flip(file, random.nextInt(Math.toIntExact(Files.size(file))));
      assertHeals(copy, "flip %d of %s".formatted(i, file));
    }
  }

  @Test
  void noFlippedByteOfAnOpenDatabaseEndsInAWrongAnswerOrAnEndlessFailure() throws Exception {
    var random = new Random(TestForm.seed());
    Path home = directory.resolve("node");
    load(home);
    for (int i = 0; i < FLIPS; i++) {
      // opened again each time, because a block is verified when it comes to the cache
      try (var node = new TestNode(home, s3, NOW)) {
        node.poller.pollOnce();
        List<Path> tables = tables(home);
        Path table = tables.get(random.nextInt(tables.size()));
        flip(table, random.nextInt(Math.toIntExact(Files.size(table))));
        assertHeals(node, "flip %d of %s".formatted(i, table));
      }
    }
  }

  /// RocksDB verifies few files of a large database when it opens it. It reads others when a bucket
  /// is ingested, here one that was lost.
  @Test
  void aBucketIsLoadedIntoALargeDatabaseWithADamagedTable() throws Exception {
    List<BucketKey> all = new ArrayList<>(List.of(FIRST, SECOND));
    for (int i = 1; i <= 8; i++) {
      all.add(Buckets.key(1, 2000 - i, 1));
      Buckets.upload(s3.client(), directory, all.getLast());
    }
    Path whole = directory.resolve("whole");
    try (var node = new TestNode(whole, s3, NOW)) {
      node.poller.pollOnce();
      assertThat(node.visible()).containsExactlyInAnyOrderElementsOf(all);
    }
    List<Path> tables = tables(whole);
    for (int i = 0; i < tables.size(); i += EVERY) {
      Path table = tables.get(i);
      for (double place : PLACES) {
        Path copy = directory.resolve("copy-%s-%s".formatted(table.getFileName(), place));
        copy(whole, copy);
        Files.delete(files(copy.resolve("hot/ns/00001/manifests")).getFirst());
        flip(copy.resolve(whole.relativize(table).toString()), (int) (place * Files.size(table)));
        try (var node = new TestNode(copy, s3, NOW)) {
          for (int poll = 0; poll < POLLS; poll++) {
            pollWithFailures(node);
            assertThat(wrong(node)).isZero();
            node.clock.advance(Duration.ofMinutes(2)); // until a failed load is tried again
          }
          assertThat(node.visible())
              .as("%s at %s", table.getFileName(), place)
              .containsExactlyInAnyOrderElementsOf(all);
          assertThat(right(node)).isEqualTo(all.size() * SERIES);
        }
      }
    }
  }

  private static void pollWithFailures(TestNode node) throws Exception {
    try {
      node.poller.pollOnce();
    } catch (StoreException expected) {
      assertThat(expected).hasMessageContaining("cannot ingest a bucket into");
    }
  }

  private static List<Path> tables(Path home) throws IOException {
    return files(home.resolve("hot/ns/00001/db")).stream()
        .filter(file -> file.toString().endsWith(".sst"))
        .toList();
  }

  /// Fills a directory. Loading puts blocks into the cache, so it ends with the process.
  private void load(Path home) throws Exception {
    try (var node = new TestNode(home, s3, NOW)) {
      node.poller.pollOnce();
      assertThat(node.visible()).containsExactly(FIRST, SECOND);
    }
  }

  private void assertHeals(Path home, String what) throws Exception {
    try (var node = new TestNode(home, s3, NOW)) {
      assertHeals(node, what);
    }
  }

  private static void assertHeals(TestNode node, String what) throws Exception {
    for (int poll = 0; poll < POLLS; poll++) {
      node.poller.pollOnce();
      assertThat(wrong(node)).as(what).isZero();
    }
    assertThat(node.visible()).as(what).containsExactly(FIRST, SECOND);
    assertThat(right(node)).as(what).isEqualTo(2 * SERIES);
  }

  /// Returns the number of values that are right.
  private static int right(TestNode node) {
    return read(node)[0];
  }

  /// Returns the number of values that are wrong or missing in visible buckets, unless the read
  /// failed.
  private static int wrong(TestNode node) {
    return read(node)[1];
  }

  private static int[] read(TestNode node) {
    int[] found = new int[2];
    try (PinnedBuckets pinned = node.shard.pin();
        var reads = new OpenReads(() -> {})) {
      for (StoredBucket bucket : pinned.buckets()) {
        var db = new BucketDb(bucket, reads);
        for (int i = 0; i < SERIES; i++) {
          byte[] data = db.keys().data(Aggregate.RAW, 0, i);
          byte[] metric = db.keys().metric("m%02d".formatted(i).getBytes(UTF_8));
          String wanted = bucket.keys() + " " + i;
          try {
            boolean same = wanted.equals(db.get(data, DamagedBucketTest::text));
            boolean sameMetric = wanted.equals(db.get(metric, DamagedBucketTest::text));
            found[same && sameMetric ? 0 : 1]++;
          } catch (ShardUnavailableException damaged) {
            break;
          }
        }
      }
    }
    return found;
  }

  private static String text(byte[] value) {
    return new String(value, UTF_8);
  }

  private static Holes holes(TestNode node) {
    try (PinnedBuckets pinned = node.shard.pin()) {
      long end = SECOND.startMillis() + Buckets.tier(1).bucket().toMillis();
      return pinned.holes().in(new TimeRange(0, end - 1)); // GokuS has the rest
    }
  }

  private static Path tableOf(TestNode node, BucketKey key) {
    try (PinnedBuckets pinned = node.shard.pin()) {
      StoredBucket bucket =
          pinned.buckets().stream()
              .filter(one -> one.manifest().bucket().equals(key))
              .findAny()
              .orElseThrow();
      byte[] data = new SstKeys(bucket.keys()).data(Aggregate.RAW, 0, 0);
      return bucket.db().getLiveFilesMetaData().stream()
          .filter(file -> Arrays.equals(file.smallestKey(), data))
          .map(file -> Path.of(file.path(), file.fileName()))
          .findAny()
          .orElseThrow();
    }
  }

  private static List<Path> files(Path home) throws IOException {
    try (Stream<Path> all = Files.walk(home)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("LOCK"))
          .sorted()
          .toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path one : all.toList()) {
        Files.copy(one, to.resolve(from.relativize(one).toString()));
      }
    }
  }

  private static void flip(Path file, int at) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, at);
      one.put(0, (byte) (one.get(0) ^ 1 << at % 8));
      channel.write(one.rewind(), at);
    }
  }
}
