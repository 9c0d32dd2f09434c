package goku.benchmark.tier;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.rollup.RollupBuffer;
import goku.compactor.sst.TierBucketWriter;
import goku.format.sst.SstBucket;
import goku.longterm.tier.PinnedBuckets;
import goku.longterm.tier.StoredBucket;
import goku.model.Holes;
import goku.model.PointBuffer;
import goku.model.SeriesName;
import goku.tier.Manifest;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.IngestExternalFileOptions;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

/// Four buckets of six hours of one metric, as TSBS's devops data have them, in a database.
final class DiskData implements AutoCloseable {
  static final String METRIC = "cpu.usage_user";
  static final long START = 1_656_633_600_000L / 86_400_000 * 86_400_000;
  static final long BUCKET = 6 * 3_600_000;
  static final int BUCKETS = 4;

  private static final int TIER = 1;
  private static final String[] REGIONS = {"eu-west-1", "us-east-1", "us-west-2", "sa-east-1"};

  static {
    RocksDB.loadLibrary();
  }

  private final Path directory;
  private final LRUCache cache = new LRUCache(512 << 20);
  private final Options options =
      new Options()
          .setCreateIfMissing(true)
          .setTableFormatConfig(new BlockBasedTableConfig().setBlockCache(cache));
  private final RocksDB db;
  private final List<StoredBucket> buckets = new ArrayList<>();
  private long bytes;

  DiskData(int hosts, long stepMillis) throws IOException, RocksDBException {
    directory = Files.createTempDirectory("long-read");
    db = RocksDB.open(options, directory.resolve("db").toString());
    List<SeriesName> names = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      names.add(name(host));
    }
    for (int bucket = 0; bucket < BUCKETS; bucket++) {
      write(names, START + bucket * BUCKET, stepMillis);
    }
  }

  private static SeriesName name(int host) {
    Map<String, String> tags = new TreeMap<>();
    tags.put("hostname", "host_" + host);
    tags.put("region", REGIONS[host % REGIONS.length]);
    tags.put("datacenter", REGIONS[host % REGIONS.length] + (char) ('a' + host % 3));
    tags.put("rack", Integer.toString(host % 100));
    tags.put("os", host % 2 == 0 ? "Ubuntu16.10" : "Ubuntu15.10");
    tags.put("arch", host % 3 == 0 ? "x86" : "x64");
    tags.put("team", "team-" + host % 4);
    tags.put("service", Integer.toString(host % 20));
    tags.put("service_version", Integer.toString(host % 2));
    tags.put("service_environment", host % 5 == 0 ? "test" : "production");
    return SeriesName.of(METRIC, tags);
  }

  private void write(List<SeriesName> names, long start, long step)
      throws IOException, RocksDBException {
    Path files = Files.createTempDirectory(directory, "bucket");
    List<StoredFile> stored;
    try (var writer = new TierBucketWriter(files, new SstBucket(TIER, start, 1), true, false)) {
      writer.metric(METRIC.getBytes(UTF_8));
      var pairs = new TreeSet<byte[]>(Arrays::compareUnsigned);
      names.forEach(name -> name.tags().forEach(tag -> pairs.add(tag.toString().getBytes(UTF_8))));
      Map<String, Integer> ids = new TreeMap<>();
      for (byte[] pair : pairs) {
        writer.pair(pair);
        ids.put(new String(pair, UTF_8), 1 + ids.size());
      }
      Map<int[], Long> series = new TreeMap<>(Arrays::compare);
      for (SeriesName name : names) {
        series.put(terms(name, ids), name.hash());
      }
      var random = new Random(start);
      var points = new PointBuffer();
      var none = new RollupBuffer();
      for (var one : series.entrySet()) {
        walk(random, points, start, step);
        writer.add(one.getValue(), one.getKey(), one.getKey().length, points, none);
      }
      stored = writer.finish();
    }
    List<String> paths =
        stored.stream().map(file -> files.resolve(file.name()).toString()).toList();
    bytes += stored.stream().mapToLong(StoredFile::bytes).sum();
    try (var ingest = new IngestExternalFileOptions()) {
      db.ingestExternalFile(paths, ingest.setMoveFiles(true));
    }
    buckets.add(
        new StoredBucket(
            new Manifest(
                1,
                "ns",
                0,
                TIER,
                start,
                BUCKET,
                1,
                true,
                0,
                names.size(),
                names.size() * (BUCKET / step),
                List.of(),
                stored),
            db));
  }

  private static int[] terms(SeriesName name, Map<String, Integer> ids) {
    int[] terms = new int[1 + name.tags().size()];
    for (int n = 1; n < terms.length; n++) {
      terms[n] = ids.getOrDefault(name.tags().get(n - 1).toString(), -1);
    }
    return terms;
  }

  /// A walk from 0 to 100 in whole numbers.
  private static void walk(Random random, PointBuffer points, long start, long step) {
    points.clear();
    double value = random.nextInt(101);
    for (long time = start; time < start + BUCKET; time += step) {
      value = Math.clamp(value + Math.rint(random.nextGaussian()), 0, 100);
      points.add(time, value);
    }
  }

  PinnedBuckets pin() {
    return new PinnedBuckets(buckets, Holes.NONE, () -> {});
  }

  /// Returns the size of all SST files in bytes.
  long bytes() {
    return bytes;
  }

  @Override
  public void close() throws IOException {
    db.close();
    options.close();
    cache.close();
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }
}
