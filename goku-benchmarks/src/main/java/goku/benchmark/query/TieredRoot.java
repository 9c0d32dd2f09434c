package goku.benchmark.query;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.compactor.CompactorConfig;
import goku.compactor.CompactorService;
import goku.config.ConfigLoader;
import goku.embedded.EmbeddedS3;
import goku.format.bucket.BucketFileWriter;
import goku.format.bucket.BucketInfo;
import goku.http.HttpConfig;
import goku.http.Routes;
import goku.http.server.HttpServer;
import goku.longterm.LongConfig;
import goku.longterm.LongService;
import goku.model.Disk;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.PointBuffer;
import goku.model.Rollup;
import goku.model.SeriesName;
import goku.model.Sharding;
import goku.model.SharedSettings;
import goku.model.Tag;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.objectstore.ObjectStoreConfig;
import goku.objectstore.S3ObjectStore;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replicas;
import goku.tier.BucketKey;
import goku.tier.TierKeys;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// A root over GokuL only, with S3 and the compactor, at a set time. Used by one thread except for
/// the queries.
final class TieredRoot implements AutoCloseable {
  private static final Comparator<byte[]> BYTES = Arrays::compareUnsigned;

  /// A source of a series' datapoints in a window.
  @FunctionalInterface
  interface Source {
    void read(int series, long startMillis, PointBuffer into);
  }

  private static Namespace namespace(int shards) {
    return new Namespace(
        "ns1",
        true,
        Duration.ofHours(2),
        Duration.ofHours(24),
        Optional.of(
            new Disk(
                Duration.ofDays(24),
                List.of(
                    new Rollup(Duration.ofMinutes(15), Duration.ofDays(80)),
                    new Rollup(Duration.ofHours(1), Duration.ofDays(384))))),
        "goku-ns1",
        "goku-ns1",
        new Sharding(1, shards),
        List.of());
  }

  private final Namespace namespace;
  private final Namespaces namespaces;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Path directory;
  private final EmbeddedS3 s3;
  private final ObjectStore store;
  private final CompactorService compactor;
  private volatile LongService longTerm;
  private final LocalStorageNode node;
  private final RootService root;
  private final HttpServer server;
  private final SortedNames[] sorted;
  private volatile Instant now = Instant.EPOCH;

  /// Series of a shard of GokuS in the order of a bucket file.
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record SortedNames(
      List<byte[]> metrics, List<byte[]> pairs, int[] series, int[][] terms) {}

  private final List<SeriesName> names;

  TieredRoot(Path directory, List<SeriesName> names, int shards)
      throws IOException, InterruptedException {
    namespace = namespace(shards);
    namespaces = new Namespaces(List.of(namespace));
    this.directory = Files.createDirectories(directory);
    this.names = List.copyOf(names);
    s3 = new EmbeddedS3(Files.createDirectories(directory.resolve("s3")));
    s3.start();
    store =
        new S3ObjectStore(
            new ObjectStoreConfig(
                s3.endpoint().toString(), "us-east-1", s3.accessKey(), s3.secretKey(), true),
            registry);
    store.createS3BucketIfAbsent(namespace.s3Bucket());
    compactor =
        new CompactorService(
            ConfigLoader.defaults(CompactorConfig.class, flags("compactor")),
            SharedSettings.fixed(namespaces),
            registry,
            () -> now);
    longTerm = startLong();
    node =
        new LocalStorageNode(
            shard -> longTerm.shard(shard), Runtime.getRuntime().availableProcessors());
    var here = Replicas.of(node);
    root =
        new RootService(
            ConfigLoader.defaults(RootConfig.class),
            SharedSettings.fixed(namespaces),
            new StoreReplicas(here, here, "here"),
            null,
            registry,
            () -> now);
    var routes = new Routes();
    root.addRoutes(routes);
    server = new HttpServer(HttpConfig.standard("127.0.0.1", 0), routes, null, registry);
    server.start();
    sorted = IntStream.range(0, shards).mapToObj(this::sorted).toArray(SortedNames[]::new);
  }

  int port() {
    return server.port();
  }

  /// Finalizes a window of all shards, as GokuS would.
  void put(long startMillis, Source source) throws IOException {
    var points = new PointBuffer();
    for (int shard = 0; shard < sorted.length; shard++) {
      SortedNames own = sorted[shard];
      var key = new BucketKey(shard, 0, startMillis, 1);
      Path file = directory.resolve("window.goku");
      long length = Tier.MEMORY_BUCKET.toMillis();
      var info = new BucketInfo(namespace.name(), shard, startMillis, length, 1);
      try (var writer = new BucketFileWriter(file, info, own.metrics(), own.pairs())) {
        for (int i = 0; i < own.series().length; i++) {
          int series = own.series()[i];
          int[] terms = own.terms()[i];
          points.clear();
          source.read(series, startMillis, points);
          writer.add(names.get(series).hash(), terms, terms.length, points);
        }
        writer.finish();
      }
      store.put(namespace.s3Bucket(), TierKeys.finalized(key), file);
      Files.delete(file);
    }
  }

  /// Goes to the time and brings everything into GokuL that is due by then.
  void advance(Instant to) throws Exception {
    now = to;
    int idleRounds = 0;
    // a plan also depends on the listing before it, so one round without work does not suffice
    while (idleRounds < 2) {
      idleRounds = compactor.runOnce() ? 0 : idleRounds + 1;
    }
    longTerm.pollOnce();
  }

  /// Opens the databases anew, whose caches are empty then.
  void restartLong() {
    longTerm.close();
    longTerm = startLong();
    longTerm.pollOnce();
  }

  private LongService startLong() {
    var started =
        new LongService(
            ConfigLoader.defaults(
                LongConfig.class,
                Stream.concat(Stream.of(flags("long")), Stream.of("--poll-interval=1d"))
                    .toArray(String[]::new)),
            SharedSettings.fixed(namespaces),
            registry,
            () -> now);
    started.takeAll();
    started.start();
    return started;
  }

  /// Bytes of the databases of GokuL.
  long diskBytes() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("long"))) {
      return files
          .filter(file -> file.toString().endsWith(".sst"))
          .mapToLong(file -> file.toFile().length())
          .sum();
    }
  }

  private SortedNames sorted(int shard) {
    NavigableSet<byte[]> metrics = new TreeSet<>(BYTES);
    NavigableSet<byte[]> pairs = new TreeSet<>(BYTES);
    int[] mine =
        IntStream.range(0, names.size())
            .filter(
                i ->
                    namespace.sharding().shardOf(names.get(i).metricHash(), names.get(i).hash())
                        == shard)
            .toArray();
    for (int i : mine) {
      metrics.add(names.get(i).metric().getBytes(UTF_8));
      names.get(i).tags().forEach(tag -> pairs.add(bytes(tag)));
    }
    List<byte[]> sortedMetrics = List.copyOf(metrics);
    List<byte[]> sortedPairs = List.copyOf(pairs);
    NavigableMap<int[], Integer> byTerms = new TreeMap<>(Arrays::compare);
    for (int i : mine) {
      byTerms.put(terms(names.get(i), sortedMetrics, sortedPairs), i);
    }
    return new SortedNames(
        sortedMetrics,
        sortedPairs,
        byTerms.values().stream().mapToInt(i -> i).toArray(),
        byTerms.keySet().toArray(int[][]::new));
  }

  private static int[] terms(SeriesName name, List<byte[]> metrics, List<byte[]> pairs) {
    List<Tag> tags = name.tags();
    int[] terms = new int[1 + tags.size()];
    terms[0] = Collections.binarySearch(metrics, name.metric().getBytes(UTF_8), BYTES);
    for (int i = 0; i < tags.size(); i++) {
      terms[i + 1] = metrics.size() + Collections.binarySearch(pairs, bytes(tags.get(i)), BYTES);
    }
    return terms;
  }

  private static byte[] bytes(Tag tag) {
    return (tag.key() + "=" + tag.value()).getBytes(UTF_8);
  }

  private String[] flags(String place) {
    return new String[] {
      "--directory=" + directory.resolve(place),
      "--threads=2",
      "--s3.endpoint=" + s3.endpoint(),
      "--s3.access-key=" + s3.accessKey(),
      "--s3.secret-key=" + s3.secretKey()
    };
  }

  @Override
  public void close() {
    server.close();
    root.close();
    node.close();
    longTerm.close();
    compactor.close();
    store.close();
    s3.close();
  }
}
