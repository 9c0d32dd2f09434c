package goku.benchmark.cluster;

import goku.config.ConfigLoader;
import goku.embedded.EmbeddedKafka;
import goku.embedded.EmbeddedS3;
import goku.http.HttpHandler;
import goku.http.Routes;
import goku.kafka.KafkaConfig;
import goku.kafka.Producers;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.NodeIdentity;
import goku.model.SeriesName;
import goku.model.ShardId;
import goku.model.Sharding;
import goku.model.SharedSettings;
import goku.objectstore.S3ObjectStore;
import goku.query.shard.ShardData;
import goku.root.RootConfig;
import goku.root.RootService;
import goku.root.StoreReplicas;
import goku.rpc.LocalStorageNode;
import goku.rpc.Replicas;
import goku.shortterm.ShortConfig;
import goku.shortterm.ShortService;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.producer.Producer;

/// A GokuS node of four shard groups of one shard, and a root before it.
final class FloodNode implements AutoCloseable {
  static final int GROUPS = 4;

  private final Namespace namespace;
  private final ShortService service;
  private final LocalStorageNode node;
  private final RootService root;
  private final String unread;
  private final EmbeddedKafka kafka;
  private final Routes routes = new Routes();
  private final Producer<byte[], byte[]> producer;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  /// @param name of its namespace; another node on the same Kafka has another one
  /// @param flags settings of GokuS
  FloodNode(String name, List<String> flags, EmbeddedKafka kafka, EmbeddedS3 s3, Path directory) {
    this.kafka = kafka;
    unread = "unread-" + name;
    namespace =
        new Namespace(
            name,
            true,
            Duration.ofHours(2),
            Duration.ofHours(26),
            Optional.empty(),
            "goku-" + name,
            "goku-" + name,
            new Sharding(GROUPS, 1),
            List.of());
    var namespaces = new Namespaces(List.of(namespace));
    List<String> all = new ArrayList<>(flags);
    all.addAll(
        List.of(
            "--kafka.bootstrap-servers=" + kafka.bootstrapServers(),
            "--s3.endpoint=" + s3.endpoint(),
            "--s3.access-key=" + s3.accessKey(),
            "--s3.secret-key=" + s3.secretKey(),
            "--directory=" + directory.resolve(name),
            "--memory-budget=4GiB",
            "--max-series-per-metric=100000000",
            "--snapshot-interval=10m"));
    ShortConfig config = ConfigLoader.defaults(ShortConfig.class, all.toArray(String[]::new));
    try (var store = new S3ObjectStore(config.objectStore(), registry)) {
      store.createS3BucketIfAbsent(namespace.s3Bucket());
    }
    service =
        new ShortService(
            config,
            new NodeIdentity("local", "flooded"),
            SharedSettings.fixed(namespaces),
            registry,
            InstantSource.system());
    node = new LocalStorageNode(service::shard, Runtime.getRuntime().availableProcessors());
    root =
        new RootService(
            ConfigLoader.defaults(RootConfig.class),
            SharedSettings.fixed(namespaces),
            new StoreReplicas(Replicas.of(node), null, "local"),
            null,
            registry,
            InstantSource.system());
    root.addRoutes(routes);
    producer =
        Producers.acknowledging(
            KafkaConfig.of(kafka.bootstrapServers()), Duration.ofMinutes(1), Map.of());
  }

  /// Returns when all shards are open and have caught up.
  void start() throws InterruptedException, ExecutionException {
    Map<String, Object> brokers =
        Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
    try (var admin = Admin.create(brokers)) {
      admin.createTopics(List.of(new NewTopic(unread, 1, (short) 1))).all().get();
    }
    service.start();
    while (!service.check().ok()) {
      Thread.sleep(100);
    }
  }

  /// A metric of the group.
  String metric(String prefix, int group) {
    for (int i = 0; ; i++) {
      String metric = prefix + "." + i;
      long hash = SeriesName.of(metric, Map.of("host", "a")).metricHash();
      if (namespace.sharding().groupOf(hash) == group) {
        return metric;
      }
    }
  }

  BatchSender sender(int shard) {
    return new BatchSender(producer, namespace.kafkaTopic(), shard);
  }

  /// Sends to a topic that nobody reads.
  BatchSender unreadSender() {
    return new BatchSender(producer, unread, 0);
  }

  ShardData data(int shard) {
    ShardId id = namespace.shard(shard);
    return service
        .shard(id)
        .orElseThrow(() -> new IllegalStateException("shard " + id + " is not open"));
  }

  HttpHandler queries() {
    return routes.find("/api/query").orElseThrow();
  }

  /// Series in the index of the shard.
  double series(int shard) {
    return registry.get("goku.short.series").tag("shard", Integer.toString(shard)).gauge().value();
  }

  @Override
  public void close() {
    producer.close();
    root.close();
    node.close();
    service.close();
  }
}
