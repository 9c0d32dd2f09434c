package goku.longterm.tier;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.sst.Aggregate;
import goku.format.sst.KeyType;
import goku.format.sst.SstKeys;
import goku.longterm.Buckets;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.rpc.ShardUnavailableException;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardStoreTest {
  private static final BucketKey FIRST = Buckets.key(1, 100, 1);
  private static final BucketKey SECOND = Buckets.key(1, 101, 1);
  private static final BucketKey COLD = Buckets.key(5, 9, 1);

  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final RocksResources resources = new RocksResources(64 << 20, registry);
  private ShardStore shard;
  private int writes;

  @BeforeEach
  void open() {
    shard =
        ShardStore.open(
            Buckets::namespace,
            Buckets.SHARD,
            directory.resolve("hot"),
            directory.resolve("cold"),
            resources,
            registry);
  }

  @AfterEach
  void close() {
    shard.close();
    resources.close();
  }

  @Test
  void aBucketIsVisibleOnceIngested() throws Exception {
    assertThat(visible()).isEmpty();
    ingest(SECOND);
    ingest(FIRST);
    assertThat(visible()).containsExactly(FIRST, SECOND);
    try (PinnedBuckets pinned = shard.pin()) {
      assertThat(value(pinned.buckets().getFirst())).isEqualTo(Buckets.sst(FIRST) + " 7");
    }
  }

  @Test
  void aRestartFindsTheEarlierBuckets() throws Exception {
    Manifest manifest = ingest(FIRST);
    ingest(COLD);
    reopen();
    assertThat(visible()).containsExactly(FIRST, COLD);
    assertThat(shard.ingested()).contains(manifest);
  }

  @Test
  void tiersAreOnTheirDisks() throws Exception {
    ingest(FIRST);
    assertThat(tables("hot")).hasSize(3);
    assertThat(tables("cold")).isEmpty();
    ingest(COLD);
    assertThat(tables("hot")).hasSize(3);
    assertThat(tables("cold")).hasSize(3);
  }

  @Test
  void theNewestGenerationOfAWindowIsVisible() throws Exception {
    BucketKey later = Buckets.key(1, 100, 2);
    ingest(FIRST);
    ingest(later);
    assertThat(visible()).containsExactly(later);
    assertThat(shard.ingested()).hasSize(2);
    shard.drop(FIRST);
    assertThat(visible()).containsExactly(later);
    try (PinnedBuckets pinned = shard.pin()) {
      assertThat(value(pinned.buckets().getFirst())).isEqualTo(Buckets.sst(later) + " 7");
    }
    assertThat(tables("hot")).hasSize(3);
  }

  @Test
  void aDroppedBucketIsReadUntilItsLastPinIsGone() throws Exception {
    ingest(FIRST);
    PinnedBuckets one = shard.pin();
    PinnedBuckets other = shard.pin();
    shard.drop(FIRST);
    assertThat(visible()).isEmpty();
    one.close();
    one.close();
    shard.sweep();
    assertThat(value(other.buckets().getFirst())).isEqualTo(Buckets.sst(FIRST) + " 7");
    assertThat(tables("hot")).hasSize(3);
    assertThatThrownBy(() -> ingest(FIRST))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is being removed");

    other.close();
    shard.sweep();
    assertThat(tables("hot")).isEmpty();
    ingest(FIRST);
    assertThat(visible()).containsExactly(FIRST);
  }

  @Test
  void aDropLeavesTheFilesOfOtherBucketsUnchanged() throws Exception {
    List<BucketKey> keys = new ArrayList<>();
    for (int i = 0; i < 80; i++) {
      keys.add(Buckets.key(1, i, 1));
      ingest(keys.getLast());
    }
    List<String> before = tables("hot");
    assertThat(before).hasSize(240);
    shard.drop(keys.getFirst());
    for (BucketKey key : keys.subList(40, 80)) {
      shard.drop(key);
    }
    List<String> after = tables("hot");
    assertThat(after).hasSize(39 * 3);
    // none was rewritten
    assertThat(before).containsAll(after);
    reopen();
    assertThat(visible()).isEqualTo(keys.subList(1, 40));
    for (BucketKey key : keys.subList(1, 40)) {
      shard.drop(key);
    }
    assertThat(tables("hot")).isEmpty();
  }

  @Test
  void filesOfOtherBucketsAreRefused() throws Exception {
    Path files = directory.resolve("files");
    Manifest other = Buckets.write(files, SECOND);
    assertRefused(withFilesOf(other), files, "wanted those of one type of " + Buckets.sst(FIRST));

    Path noMarker = directory.resolve("no-marker");
    Manifest manifest = Buckets.write(noMarker, FIRST);
    var unmarked = withFiles(manifest, manifest.files().subList(0, 2));
    assertRefused(unmarked, noMarker, "no marker among its 2 files");

    Files.writeString(noMarker.resolve("7.sst"), "nothing that RocksDB would know".repeat(10));
    assertRefused(manifest, noMarker, "not a table of RocksDB");
    Files.delete(noMarker.resolve("7.sst"));
    assertRefused(manifest, noMarker, "7.sst");

    Buckets.writeFile(noMarker.resolve("7.sst"), Buckets.sst(FIRST), KeyType.DATA);
    shard.ingest(manifest, noMarker);
    assertThat(visible()).containsExactly(FIRST);
  }

  @Test
  void twoNodesCannotShareADirectory() {
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("another process has it open")
        .hasMessageContaining(directory.toString());
  }

  @Test
  void closingWaitsForQueries() throws Exception {
    ingest(FIRST);
    PinnedBuckets pinned = shard.pin();
    Thread closing = Thread.ofVirtual().start(shard::close);
    while (closing.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertThat(value(pinned.buckets().getFirst())).isEqualTo(Buckets.sst(FIRST) + " 7");
    pinned.close();
    closing.join();
    assertThatThrownBy(shard::pin)
        .isInstanceOf(ShardUnavailableException.class)
        .hasMessageContaining("ns/1");
  }

  @Test
  void theStoreTellsTheTimesThatItDoesNotHold() throws Exception {
    long length = Buckets.tier(1).bucket().toMillis();
    long end = SECOND.startMillis() + length;
    ingest(FIRST);
    assertThat(holes().only(HoleCause.RECOVERY))
        .as("S3 not listed")
        .isEqualTo(Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY));

    var first = new Window(FIRST.startMillis(), SECOND.startMillis());
    var second = new Window(SECOND.startMillis(), end);
    shard.compareWith(new Wanted(List.of(first, second), List.of(), List.of()));
    assertThat(holes()).isEqualTo(holes(second, end));
    ingest(SECOND);
    assertThat(holes()).isEqualTo(Coverage.notYet(shard.ingested()));
    shard.drop(FIRST);
    assertThat(holes()).isEqualTo(holes(first, end));
    assertThat(shard.outside()).isEqualTo(holes());
  }

  private static Holes holes(Window missing, long notYet) {
    return Holes.of(
        new Hole(missing.startMillis(), missing.endMillis(), HoleCause.RECOVERY),
        new Hole(notYet, Long.MAX_VALUE, HoleCause.NOT_YET));
  }

  @Test
  void theMemoryOfRocksDbIsCounted() throws Exception {
    ingest(FIRST);
    try (PinnedBuckets pinned = shard.pin()) {
      assertThat(value(pinned.buckets().getFirst())).isNotEmpty();
    }
    for (String purpose : List.of("block-cache", "memtables", "table-readers")) {
      assertThat(registry.get("goku.long.memory.used").tag("purpose", purpose).gauge().value())
          .as(purpose)
          .isPositive();
    }
    assertThat(registry.get("goku.long.memory.budget").gauge().value()).isEqualTo(64 << 20);
  }

  private Manifest ingest(BucketKey key) throws Exception {
    Path files = directory.resolve("in-" + writes++);
    Manifest manifest = Buckets.write(files, key);
    shard.ingest(manifest, files);
    assertThat(files).isEmptyDirectory();
    return manifest;
  }

  private void reopen() {
    shard.close();
    open();
    assertThat(visible()).as("before the deletes are known").isEmpty();
    shard.deleteAll(List.of());
  }

  private List<BucketKey> visible() {
    try (PinnedBuckets pinned = shard.pin()) {
      return pinned.buckets().stream().map(bucket -> bucket.manifest().bucket()).toList();
    }
  }

  private Holes holes() {
    try (PinnedBuckets pinned = shard.pin()) {
      return pinned.holes();
    }
  }

  private static String value(StoredBucket bucket) throws Exception {
    byte[] key = new SstKeys(bucket.keys()).data(Aggregate.RAW, 0, 7);
    return new String(bucket.db().get(key), UTF_8);
  }

  private List<String> tables(String disk) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve(disk).resolve("ns/00001/db"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".sst"))
          .sorted()
          .toList();
    }
  }

  private void assertRefused(Manifest manifest, Path files, String why) {
    assertThatThrownBy(() -> shard.ingest(manifest, files))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(why);
    assertThat(visible()).isEmpty();
    assertThat(shard.ingested()).isEmpty();
  }

  private static Manifest withFilesOf(Manifest other) {
    return withFiles(Buckets.manifest(FIRST, List.of()), other.files());
  }

  private static Manifest withFiles(Manifest m, List<goku.tier.StoredFile> files) {
    return new Manifest(
        m.version(),
        m.namespace(),
        m.shard(),
        m.tier(),
        m.startMillis(),
        m.lengthMillis(),
        m.generation(),
        m.raw(),
        m.rollupMillis(),
        m.series(),
        m.points(),
        m.inputs(),
        files);
  }
}
