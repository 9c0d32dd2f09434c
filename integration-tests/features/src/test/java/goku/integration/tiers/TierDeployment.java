package goku.integration.tiers;

import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.CompactorConfig;
import goku.compactor.CompactorService;
import goku.config.ConfigLoader;
import goku.config.NamespacesFile;
import goku.embedded.EmbeddedS3;
import goku.integration.fixture.BucketFiles;
import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.LiveFiles;
import goku.integration.fixture.ServiceRun;
import goku.integration.reference.StoredSeries;
import goku.longterm.LongConfig;
import goku.longterm.LongService;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.PointBuffer;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.model.Tag;
import goku.model.Tier;
import goku.model.TimeRange;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import goku.objectstore.StoredObject;
import goku.query.Resolution;
import goku.query.SeriesReader;
import goku.query.SeriesSelection;
import goku.query.shard.ShardData;
import goku.testkit.compactor.IdleRun;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// S3 with a day of finalized windows in it, and compactor and GokuL beside it, as processes or
/// within this one. The day lies so far back that all of its windows have become one bucket of a
/// day, and that nothing changes by time while a test runs.
final class TierDeployment implements AutoCloseable {
  private static final Duration DAY = Duration.ofDays(1);
  private static final int DAYS_AGO = 4;
  private static final int SERIES = 24;

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 24h
          disk: {raw-ttl: 10d, shard-groups: 1, shards-per-group: 2}
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 1
          shards-per-group: 2
      """;

  private final Path directory;
  private final Path namespacesFile;
  private final Namespaces namespaces = NamespacesFile.parse(NAMESPACES, "namespaces of the test");
  private final Namespace namespace = namespaces.defaultNamespace();
  private final @Nullable EmbeddedS3 s3;
  private final ObjectStoreConfig reach;
  private final ObjectStore store;
  private final List<StoredSeries> truth = new ArrayList<>();
  private final long begin;

  /// Creates a deployment with S3 in this process, over a directory.
  TierDeployment(Path directory) throws IOException {
    this(directory, startedIn(directory));
  }

  private TierDeployment(Path directory, EmbeddedS3 s3) throws IOException {
    this(
        directory,
        s3,
        new ObjectStoreConfig(
            s3.endpoint().toString(), "us-east-1", s3.accessKey(), s3.secretKey(), true));
  }

  /// Creates a deployment with an existing S3.
  TierDeployment(Path directory, ObjectStoreConfig reach) throws IOException {
    this(directory, null, reach);
  }

  private TierDeployment(Path directory, @Nullable EmbeddedS3 s3, ObjectStoreConfig reach)
      throws IOException {
    this.directory = Files.createDirectories(directory);
    this.s3 = s3;
    this.reach = reach;
    namespacesFile = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    store = new S3ObjectStore(reach, new SimpleMeterRegistry());
    store.createS3BucketIfAbsent(namespace.s3Bucket());
    long today = Instant.now().toEpochMilli() / DAY.toMillis() * DAY.toMillis();
    begin = today - DAYS_AGO * DAY.toMillis();
    long minute = Duration.ofMinutes(1).toMillis();
    for (int i = 0; i < SERIES; i++) {
      var points = new TreeMap<Long, Double>();
      for (long time = begin; time < begin + DAY.toMillis(); time += (i + 1) * minute) {
        points.put(time, Math.sin(time * (i + 1.0)) * 1000);
      }
      var tags = new TreeMap<>(Map.of("host", "h" + i, "zone", "z" + i % 3));
      truth.add(new StoredSeries("load", tags, points));
    }
  }

  private static EmbeddedS3 startedIn(Path directory) throws IOException {
    var s3 = new EmbeddedS3(Files.createDirectories(directory.resolve("s3")));
    s3.start();
    return s3;
  }

  /// All windows of the day, of all shards of GokuS, also where there is nothing.
  void finalizeDay() throws IOException {
    var files = new BucketFiles(namespace);
    long window = Tier.MEMORY_BUCKET.toMillis();
    for (long start = begin; start < begin + DAY.toMillis(); start += window) {
      List<StoredSeries> series = between(start, start + window);
      for (int shard = 0; shard < namespace.sharding().shards(); shard++) {
        Path file = directory.resolve("window.goku");
        files.write(file, shard, start, 1, series);
        store.put(
            namespace.s3Bucket(), TierKeys.finalized(new BucketKey(shard, 0, start, 1)), file);
        Files.delete(file);
      }
    }
  }

  private List<StoredSeries> between(long from, long to) {
    return truth.stream()
        .map(
            one ->
                new StoredSeries(
                    one.metric(), one.tags(), one.points().subMap(from, true, to, false)))
        .filter(one -> !one.points().isEmpty())
        .toList();
  }

  /// Returns all objects in S3 by key.
  Map<String, String> s3Content() {
    Map<String, String> content = new TreeMap<>();
    for (String prefix : List.of("short/", "shuffled/", "long/")) {
      for (StoredObject object : store.list(namespace.s3Bucket(), prefix)) {
        byte[] bytes = store.get(namespace.s3Bucket(), object.key()).orElseGet(() -> new byte[0]);
        content.put(object.key(), "%d bytes, %x".formatted(bytes.length, Arrays.hashCode(bytes)));
      }
    }
    return content;
  }

  Set<String> s3Keys() {
    Set<String> keys = new TreeSet<>();
    for (String prefix : List.of("short/", "shuffled/", "long/")) {
      store.list(namespace.s3Bucket(), prefix).forEach(object -> keys.add(object.key()));
    }
    return keys;
  }

  /// Returns the number of the compactor's files in S3.
  int s3Writes() {
    return store.list(namespace.s3Bucket(), "shuffled/").size()
        + store.list(namespace.s3Bucket(), "long/").size();
  }

  void compactUntilIdle() throws Exception {
    CompactorConfig config =
        ConfigLoader.defaults(
            CompactorConfig.class, flags("", "compactor-here").toArray(String[]::new));
    try (var compactor =
        new CompactorService(
            config,
            SharedSettings.fixed(namespaces),
            new SimpleMeterRegistry(),
            InstantSource.system())) {
      IdleRun.untilIdle(compactor);
    }
  }

  ServiceRun startCompactor() {
    List<String> flags = processFlags("compactor");
    flags.add("--compactor.interval=100ms");
    return ServiceRun.start("compactor", flags);
  }

  ServiceRun startLong() {
    List<String> flags = processFlags("long");
    flags.add("--long.poll-interval=100ms");
    return ServiceRun.start("long", flags);
  }

  /// The files that the process of GokuL has.
  long longFiles() {
    return LiveFiles.below(directory.resolve("long"), file -> file.toString().endsWith(".sst"))
        .size();
  }

  /// Brings everything of S3 in; throws what failed.
  void pollLong() throws Exception {
    try (var node = longService("--s3.endpoint=" + reach.endpoint())) {
      node.takeAll();
      node.start();
      node.pollOnce();
    }
  }

  /// Requires that the killed process left each window completely or not at all.
  void requireWholeWindowsOnly() throws Exception {
    try (var node = longService("--s3.endpoint=http://127.0.0.1:" + GokuProcess.freePort())) {
      node.takeAll();
      node.start();
      long window = Duration.ofHours(6).toMillis();
      for (long start = begin; start < begin + DAY.toMillis(); start += window) {
        var range = new TimeRange(start, start + window - 1);
        for (ShardId shard : namespace.allDiskShards().toList()) {
          Map<String, NavigableMap<Long, Double>> found = read(node, shard, range);
          if (!found.isEmpty()) {
            assertThat(found).isEqualTo(expected(shard, range));
          }
        }
      }
    }
  }

  /// The next process has everything.
  void requireAllDatapoints() throws Exception {
    try (var node = longService("--s3.endpoint=" + reach.endpoint())) {
      node.takeAll();
      node.start();
      node.pollOnce();
      var range = new TimeRange(begin, begin + DAY.toMillis() - 1);
      for (ShardId shard : namespace.allDiskShards().toList()) {
        assertThat(read(node, shard, range)).isEqualTo(expected(shard, range));
      }
    }
  }

  private LongService longService(String endpoint) {
    List<String> flags = new ArrayList<>(flags("", "long"));
    flags.removeIf(flag -> flag.startsWith("--s3.endpoint"));
    flags.add(endpoint);
    LongConfig config = ConfigLoader.defaults(LongConfig.class, flags.toArray(String[]::new));
    return new LongService(
        config,
        SharedSettings.fixed(namespaces),
        new SimpleMeterRegistry(),
        InstantSource.system());
  }

  private static Map<String, NavigableMap<Long, Double>> read(
      LongService node, ShardId shard, TimeRange range) {
    Map<String, NavigableMap<Long, Double>> found = new TreeMap<>();
    ShardData data = node.shard(shard).orElseThrow();
    var points = new PointBuffer();
    try (SeriesSelection selection =
        data.select(new SeriesFilter("load", List.of(), false), range, Resolution.RAW)) {
      SeriesReader reader = selection.reader();
      for (int position = 0; position < selection.size(); position++) {
        reader.read(position, points);
        var series = new TreeMap<Long, Double>();
        for (int i = 0; i < points.size(); i++) {
          series.put(points.timestamps()[i], points.values()[i]);
        }
        if (!series.isEmpty()) {
          found.put(name(selection, position), series);
        }
      }
    }
    return found;
  }

  private static String name(SeriesSelection selection, int position) {
    int[] terms = new int[2];
    int count = selection.tagTerms(position, terms);
    var name = new StringBuilder(selection.metric(position));
    for (int n = 0; n < count; n++) {
      Tag tag = selection.tag(terms[n]);
      name.append(' ').append(tag.key()).append('=').append(tag.value());
    }
    return name.toString();
  }

  private Map<String, NavigableMap<Long, Double>> expected(ShardId shard, TimeRange range) {
    Map<String, NavigableMap<Long, Double>> expected = new TreeMap<>();
    for (StoredSeries series : between(range.startMillis(), range.endMillis() + 1)) {
      var name = SeriesName.of(series.metric(), series.tags());
      if (namespace.diskSharding().shardOf(name.metricHash(), name.hash()) == shard.shard()) {
        expected.put(name.toString(), new TreeMap<>(series.points()));
      }
    }
    return expected;
  }

  private List<String> processFlags(String service) {
    List<String> flags = new ArrayList<>(flags(service + ".", service));
    flags.add("--namespaces=" + namespacesFile);
    flags.add("--http.port=" + GokuProcess.freePort());
    return flags;
  }

  private List<String> flags(String prefix, String place) {
    return List.of(
        "--" + prefix + "directory=" + directory.resolve(place),
        "--" + prefix + "s3.endpoint=" + reach.endpoint(),
        "--" + prefix + "s3.access-key=" + reach.accessKey(),
        "--" + prefix + "s3.secret-key=" + reach.secretKey());
  }

  @Override
  public void close() {
    store.close();
    if (s3 != null) {
      s3.close();
    }
  }
}
