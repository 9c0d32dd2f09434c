package goku.shortterm;

import goku.index.IndexLimits;
import goku.kafka.ThreadReplacer;
import goku.kafka.Topics;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import goku.memory.SpillFiles;
import goku.model.CurrentNamespaces;
import goku.model.Holes;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.NodeIdentity;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.model.Tier;
import goku.objectstore.ObjectStore;
import goku.objectstore.S3BucketMaker;
import goku.objectstore.S3ObjectStore;
import goku.query.shard.ShardData;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.service.LiveFollower;
import goku.service.Service;
import goku.shortterm.backup.Backup;
import goku.shortterm.backup.BackupSettings;
import goku.shortterm.backup.KafkaFinalizedEvents;
import goku.shortterm.lifecycle.LagWatch;
import goku.shortterm.lifecycle.ShardLifecycle;
import goku.shortterm.log.KafkaLogViews;
import goku.shortterm.node.NodeResources;
import goku.shortterm.read.ShardReader;
import goku.shortterm.recovery.Freshness;
import goku.shortterm.recovery.KafkaLogEnds;
import goku.shortterm.top.KafkaTopRecords;
import goku.shortterm.top.TopPublisher;
import goku.shortterm.top.TopSource;
import goku.telemetry.Check;
import goku.telemetry.FreeDisk;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.Producer;

/// A GokuS node: one Kafka Streams application per namespace, whose tasks are the shards, in one
/// memory budget (section 4.6.2 of the paper; placement by zone as in its architecture: every zone
/// consumes the topics by itself).
///
/// One thread calls `start` and `close` once each. The rest is thread-safe.
public final class ShortService implements Service {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(20);

  /// The interval of checks that all files are on the disk and in S3.
  private static final Duration CHECK_INTERVAL = Duration.ofMinutes(10);

  private static final Duration LAG_INTERVAL = Duration.ofMillis(500);

  private final ShortConfig config;

  /// The directory of the shards of all namespaces.
  private final Path directory;

  private final CurrentNamespaces namespaces;
  private final Live<Namespaces> live;
  private final SlabPool pool;
  private final ShardRegistry shards = new ShardRegistry();
  private final NamespaceApps apps;
  private final LiveFollower<Namespaces> follower;
  private final LiveFollower<Namespaces> s3Buckets;
  private final Admin admin;
  private final LagWatch lags;
  private final KafkaLogViews logViews;
  private final ObjectStore store;
  private final Producer<byte[], byte[]> producer;
  private final Backup backup;
  private final SnapshotTimer snapshots;
  private final TopPublisher top;

  /// The threads that load shards and write bucket files.
  private final ExecutorService background =
      Executors.newFixedThreadPool(
          Runtime.getRuntime().availableProcessors(),
          Thread.ofPlatform().daemon().name("goku-short-files-", 0).factory());

  public ShortService(
      ShortConfig config,
      NodeIdentity identity,
      SharedSettings shared,
      MeterRegistry registry,
      InstantSource clock) {
    this.config = config;
    live = shared.namespaces();
    namespaces = new CurrentNamespaces(live);
    pool =
        new SlabPool(
            config.memoryBudget().bytes(),
            new SpillFiles(config.directory().resolve("spill"), config.spillKeepFree().bytes()),
            config.spillLimit().bytes());
    admin = Admin.create(config.kafka().clientProperties());
    logViews = new KafkaLogViews(admin, config.kafka());
    lags =
        new LagWatch(
            new KafkaLogEnds(admin, name -> namespaces.find(name).map(Namespace::kafkaTopic)),
            shards::all,
            LAG_INTERVAL,
            System::nanoTime);
    var use = new MemoryUse(Runtime.getRuntime().maxMemory() / 2);
    var limits = new IndexLimits(config.maxSeriesPerMetric(), config.maxSeriesPerShard());
    var node = new NodeResources(pool, use, limits, clock, registry, background, System::nanoTime);
    store = new S3ObjectStore(config.objectStore(), registry);
    producer = KafkaShardLog.producer(config.kafka());
    directory = config.directory().resolve("shards");
    backup =
        new Backup(
            namespaces,
            store,
            new KafkaFinalizedEvents(config.kafka()),
            BackupSettings.of(directory, Tier.MEMORY_BUCKET, CHECK_INTERVAL, config.keepReleased()),
            clock,
            registry);
    apps =
        new NamespaceApps(
            admin,
            namespace -> Topics.ensureNamespace(admin, config.kafka().replication(), namespace),
            namespace -> app(namespace, identity, node, shared),
            backup::abandon,
            backup::remove);
    follower =
        new LiveFollower<>("short", "following the namespaces", live, apps::follow, registry);
    var maker = new S3BucketMaker(store);
    s3Buckets =
        new LiveFollower<>(
            "short.buckets",
            "making the S3 buckets of namespaces",
            live,
            _ -> makeS3Buckets(maker),
            registry);
    snapshots = new SnapshotTimer(shards, config.snapshotInterval());
    top =
        new TopPublisher(
            () -> topSources(shared), store, new KafkaTopRecords(config.kafka()), clock, registry);
    MemoryGauges.add(registry, pool, use);
    FreeDisk.add(registry, "short", config.directory());
  }

  /// Creates missing topics and starts consuming. Fails if a topic has fewer partitions than its
  /// namespace has shards.
  @Override
  public void start() {
    apps.follow(namespaces.all());
    follower.start();
    s3Buckets.start();
    lags.start();
    snapshots.start();
    top.start();
    backup.start();
  }

  /// Returns the data of a shard; empty if it is not open on this node. The shard may still be
  /// catching up, see `lag`.
  public Optional<ShardData> shard(ShardId id) {
    return shards
        .get(id)
        .map(open -> new ShardReader(open.shard(), open::holes, open.freshness()::lagMillis));
  }

  /// Returns the time outside of what a shard holds; empty if it is not open on this node.
  public Optional<Holes> outside(ShardId id) {
    return shards.get(id).map(ShardLifecycle::outside);
  }

  /// Returns the shards that are open on this node.
  public Set<ShardId> shards() {
    return shards.ids();
  }

  /// Returns the health of the open shards: the `NodeHealth` of the node.
  public List<ShardHealth> health() {
    return shards.all().stream().map(ShardLifecycle::health).toList();
  }

  /// Returns the shards that are complete.
  private List<TopSource> topSources(SharedSettings shared) {
    return shared.namespaces().current().all().stream()
        .flatMap(
            namespace ->
                shards.all().stream()
                    .filter(open -> open.shard().id().namespace().equals(namespace.name()))
                    .filter(open -> open.health().state() == ShardState.SERVING)
                    .map(
                        open ->
                            new TopSource(
                                namespace,
                                open.shard().id().shard(),
                                new ShardReader(open.shard()).usage())))
        .toList();
  }

  /// Returns the shard's lag in batches, as of a second ago; empty if unknown.
  public OptionalLong lag(ShardId id) {
    long lag = shards.get(id).map(open -> open.freshness().lagRecords()).orElse(Freshness.UNKNOWN);
    return lag == Freshness.UNKNOWN ? OptionalLong.empty() : OptionalLong.of(lag);
  }

  /// Returns ok if all assigned shards are open, have caught up and accept all datapoints.
  @Override
  public Check check() {
    for (NamespaceApp app : apps.all()) {
      Optional<Check> failed = failed(app);
      if (failed.isEmpty()) {
        app.arrived();
      } else if (!app.isComing()) {
        return failed.get();
      }
    }
    Optional<String> notFollowed = follower.complaint();
    if (notFollowed.isPresent()) {
      return Check.failed("short", notFollowed.get());
    }
    return backup
        .complaint()
        .map(complaint -> Check.failed("short backup", complaint))
        .orElseGet(() -> new Check("short", true, doubt()));
  }

  /// Stops consuming and frees the memory. The node stays a member of its groups for the session
  /// timeout, so that a restart resumes its shards and nobody replays them meanwhile.
  @Override
  public void close() {
    follower.close();
    s3Buckets.close();
    lags.close();
    snapshots.close();
    top.close();
    apps.close(CLOSE_TIMEOUT);
    background.close();
    backup.close();
    store.close();
    producer.close();
    logViews.close();
    admin.close();
    pool.close();
  }

  /// Creates the buckets here, because GokuS is their first writer.
  private void makeS3Buckets(S3BucketMaker maker) {
    maker
        .make(namespaces.s3Buckets())
        .ifPresent(
            failed -> {
              throw failed;
            });
  }

  private NamespaceApp app(
      Namespace namespace, NodeIdentity identity, NodeResources node, SharedSettings shared) {
    String topic = namespace.kafkaTopic();
    var opener =
        new ShardOpener(
            namespaces.following(namespace),
            node,
            directory,
            backup,
            new KafkaShardLog(producer, topic, node.clock()),
            shared.blocklist(),
            shared.formats(),
            number -> logViews.of(topic, number),
            background,
            new PreAggregationSettings(live, config.maxPreAggregatedGroups()));
    namespace.allShards().forEach(id -> LagGauges.add(node.registry(), id, shards));
    return new NamespaceApp(
        config,
        identity,
        namespace,
        shards,
        opener,
        ThreadReplacer.sleeping(node.clock()),
        node.clock());
  }

  private String doubt() {
    return apps.all().stream()
        .flatMap(app -> app.doubt().stream())
        .collect(Collectors.joining("; "));
  }

  /// Returns the problem of the application or one of its shards.
  private Optional<Check> failed(NamespaceApp app) {
    String name = app.namespace().name();
    Optional<Check> failed =
        app.complaint().map(complaint -> Check.failed("short " + name, complaint));
    for (ShardLifecycle shard : failed.isPresent() ? List.<ShardLifecycle>of() : shards.all()) {
      ShardId id = shard.shard().id();
      Optional<String> complaint =
          id.namespace().equals(name) ? complaint(shard) : Optional.empty();
      if (complaint.isPresent()) {
        return Optional.of(Check.failed("short " + id, complaint.get()));
      }
    }
    return failed;
  }

  private Optional<String> complaint(ShardLifecycle shard) {
    if (shard.health().state() == ShardState.UNAVAILABLE) {
      return shard.complaint();
    }
    long lag = shard.freshness().lagRecords();
    if (lag == Freshness.UNKNOWN) {
      return Optional.of("not known yet how far it is behind");
    }
    if (!shard.freshness().hasCaughtUp()) {
      return Optional.of("catching up, %d batches to go".formatted(lag));
    }
    if (lag > config.maxLag()) {
      return Optional.of("%d batches behind, more than %d".formatted(lag, config.maxLag()));
    }
    return shard.complaint();
  }
}
