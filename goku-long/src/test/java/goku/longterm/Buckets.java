package goku.longterm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.dynatrace.hash4j.hashing.Hashing;
import goku.format.sst.Aggregate;
import goku.format.sst.KeyType;
import goku.format.sst.SstBucket;
import goku.format.sst.SstKeys;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Rollup;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.testkit.namespace.NamespaceBuilder;
import goku.tier.BucketKey;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import goku.tier.TierKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.rocksdb.EnvOptions;
import org.rocksdb.Options;
import org.rocksdb.RocksDBException;
import org.rocksdb.SstFileWriter;

/// A factory of small buckets like those of the compactor: a file of each type of keys, with values
/// that name their bucket.
public final class Buckets {
  public static final String S3_BUCKET = "metrics";
  public static final Duration DAY = Duration.ofDays(1);
  public static final int SHARD = 1;

  private static final int SERIES = 20;

  private Buckets() {}

  /// Returns a namespace with the tiers of Table 3: 6 h, 1 d, 4 d, 16 d, 64 d; the last is cold and
  /// kept for a year.
  public static Namespace namespace() {
    return namespace(
        new Disk(
            DAY.multipliedBy(24),
            List.of(
                new Rollup(Duration.ofMinutes(15), DAY.multipliedBy(80)),
                new Rollup(Duration.ofHours(1), DAY.multipliedBy(365)))));
  }

  public static Namespace namespace(Disk disk) {
    return NamespaceBuilder.namespace("ns")
        .memoryTtl(DAY)
        .disk(disk)
        .s3Bucket(S3_BUCKET)
        .shards(1, 2)
        .build();
  }

  /// Returns the key of a bucket of the shard.
  ///
  /// @param number number of buckets of its tier between the epoch and the bucket
  public static BucketKey key(int tier, long number, int generation) {
    return new BucketKey(SHARD, tier, number * tier(tier).bucket().toMillis(), generation);
  }

  public static Tier tier(int number) {
    return namespace().disk().orElseThrow().tiers().get(number - 1);
  }

  /// Returns a manifest without files.
  public static Manifest manifest(BucketKey key, List<BucketKey> inputs) {
    return manifest(key, inputs, List.of());
  }

  /// Writes the files of a bucket.
  public static Manifest write(Path directory, BucketKey key, BucketKey... inputs)
      throws IOException, RocksDBException {
    Files.createDirectories(directory);
    List<StoredFile> files = new ArrayList<>();
    for (KeyType type : List.of(KeyType.DICTIONARY, KeyType.DATA, KeyType.MARKER)) {
      Path file = directory.resolve("%d.sst".formatted(type.code()));
      writeFile(file, sst(key), type);
      files.add(stored(file));
    }
    return manifest(key, List.of(inputs), files);
  }

  /// Uploads a bucket to S3 as the compactor does, its marker last.
  public static Manifest upload(ObjectStore store, Path work, BucketKey key, BucketKey... inputs)
      throws IOException, RocksDBException {
    Path directory = Files.createTempDirectory(work, "upload");
    Manifest manifest = write(directory, key, inputs);
    for (StoredFile file : manifest.files()) {
      String name = TierKeys.tierDirectory(key) + file.name();
      store.put(S3_BUCKET, name, directory.resolve(file.name()));
    }
    store.put(S3_BUCKET, markerKey(key), manifest.toBytes());
    return manifest;
  }

  public static String markerKey(BucketKey key) {
    return TierKeys.tierMarker(key);
  }

  public static SstBucket sst(BucketKey key) {
    return new SstBucket(key.tier(), key.startMillis(), key.generation());
  }

  /// Writes keys of one type.
  public static void writeFile(Path file, SstBucket bucket, KeyType type) throws RocksDBException {
    var keys = new SstKeys(bucket);
    try (var options = new Options();
        var environment = new EnvOptions();
        var out = new SstFileWriter(environment, options)) {
      out.open(file.toString());
      for (int i = 0; i < (type == KeyType.MARKER ? 1 : SERIES); i++) {
        byte[] key =
            switch (type) {
              case DICTIONARY -> keys.metric("m%02d".formatted(i).getBytes(UTF_8));
              case DATA -> keys.data(Aggregate.RAW, 0, i);
              default -> keys.marker();
            };
        out.put(key, "%s %d".formatted(bucket, i).getBytes(UTF_8));
      }
      out.finish();
    }
  }

  public static StoredFile stored(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    String checksum = "%016x".formatted(Hashing.xxh3_64().hashBytesToLong(bytes));
    return new StoredFile(file.getFileName().toString(), bytes.length, checksum);
  }

  private static Manifest manifest(BucketKey key, List<BucketKey> inputs, List<StoredFile> files) {
    Tier tier = tier(key.tier());
    return new Manifest(
        Manifest.FIRST_VERSION,
        "ns",
        key.shard(),
        key.tier(),
        key.startMillis(),
        tier.bucket().toMillis(),
        key.generation(),
        tier.raw(),
        tier.rollup().map(Duration::toMillis).orElse(0L),
        SERIES,
        SERIES,
        inputs.stream().map(Buckets::markerKey).toList(),
        files);
  }
}
