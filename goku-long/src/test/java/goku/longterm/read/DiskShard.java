package goku.longterm.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.longterm.read.cover.CoverFixture;
import goku.longterm.tier.PinnedBuckets;
import goku.longterm.tier.StoredBucket;
import goku.model.Disk;
import goku.model.Holes;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.query.DeleteOutcome;
import goku.testkit.DirectoryTree;
import goku.testkit.ManualClock;
import goku.testkit.namespace.NamespaceBuilder;
import goku.tier.Manifest;
import goku.tier.Tombstone;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.rocksdb.EnvOptions;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;
import org.rocksdb.Statistics;
import org.rocksdb.TickerType;

/// A shard with buckets that a test writes to its own database. Counts pins.
final class DiskShard implements DeleteSink, AutoCloseable {
  final ManualClock clock = new ManualClock(Instant.ofEpochMilli(CoverFixture.EPOCH));
  final LongShardReader reader;
  int pins;

  /// The number of reads of buckets with deleted data.
  int masked;

  Holes holes = Holes.NONE;
  final RocksDB db;

  private final Map<SeriesName, NavigableMap<Long, Double>> data =
      new TreeMap<>(Comparator.comparing(SeriesName::bytes, Arrays::compareUnsigned));
  private final List<StoredBucket> buckets = new ArrayList<>();
  private final List<Tombstone> deletes = new ArrayList<>();
  private final Path directory;
  private final Statistics statistics = new Statistics();
  private final Options options;

  DiskShard(Disk disk) {
    try {
      directory = Files.createTempDirectory("disk-shard");
      RocksDB.loadLibrary();
      options = new Options().setCreateIfMissing(true).setStatistics(statistics);
      db = RocksDB.open(options, directory.resolve("db").toString());
    } catch (IOException | RocksDBException e) {
      throw new IllegalStateException("cannot make a database", e);
    }
    var namespace =
        NamespaceBuilder.namespace("ns")
            .memoryTtl(Duration.ofHours(26))
            .disk(disk)
            .kafkaTopic("topic")
            .s3Bucket("bucket")
            .build();
    reader = new LongShardReader(this::pin, () -> namespace, this, clock);
  }

  DiskShard() {
    this(CoverFixture.DISK);
  }

  private PinnedBuckets pin() {
    pins++;
    return new PinnedBuckets(buckets.stream().map(this::withDeletes).toList(), holes, () -> pins--);
  }

  private StoredBucket withDeletes(StoredBucket bucket) {
    Manifest manifest = bucket.manifest();
    return new StoredBucket(
        manifest,
        bucket.db(),
        deletes.stream()
            .filter(delete -> delete.touches(manifest.startMillis(), manifest.endMillis()))
            .collect(Collectors.groupingBy(delete -> delete.delete().metric())));
  }

  @Override
  public DeleteOutcome delete(long madeMillis, byte[] content) {
    deletes.add(Tombstone.of(0, madeMillis, content));
    return DeleteOutcome.DONE;
  }

  /// Returns whether anything that the filter may find in the bucket was deleted.
  boolean isMasked(Manifest bucket, SeriesFilter filter) {
    return deletes.stream()
        .filter(delete -> delete.touches(bucket.startMillis(), bucket.endMillis()))
        .anyMatch(
            delete -> filter.metric() == null || filter.metric().equals(delete.delete().metric()));
  }

  @Override
  public void masked() {
    masked++;
  }

  void put(String canonicalName, long millis, double value) {
    put(name(canonicalName), millis, value);
  }

  void put(SeriesName name, long millis, double value) {
    data.computeIfAbsent(name, first -> new TreeMap<>()).put(millis, value);
  }

  static SeriesName name(String canonical) {
    return SeriesName.ofCanonical(canonical.getBytes(UTF_8));
  }

  Map<SeriesName, NavigableMap<Long, Double>> data() {
    return data;
  }

  /// Writes a bucket of all datapoints in its window, and serves it.
  void write(Manifest manifest) {
    NavigableMap<byte[], byte[]> entries = SstFixture.of(manifest, data);
    Path file = directory.resolve("bucket-" + buckets.size() + ".sst");
    try (var env = new EnvOptions();
        var writer = new SstFileWriter(env, options);
        var ingest = new IngestExternalFileOptions()) {
      writer.open(file.toString());
      for (var entry : entries.entrySet()) {
        writer.put(entry.getKey(), entry.getValue());
      }
      writer.finish();
      db.ingestExternalFile(List.of(file.toString()), ingest);
    } catch (RocksDBException e) {
      throw new IllegalStateException("cannot write a bucket", e);
    }
    buckets.add(new StoredBucket(manifest, db));
  }

  List<Manifest> manifests() {
    return buckets.stream().map(StoredBucket::manifest).toList();
  }

  /// Returns the number of keys read by gets, not by an iterator, since the last call.
  long gets() {
    return statistics.getAndResetTickerCount(TickerType.NUMBER_KEYS_READ);
  }

  @Override
  public void close() {
    db.close();
    options.close();
    statistics.close();
    new DirectoryTree(directory).remove();
  }
}
