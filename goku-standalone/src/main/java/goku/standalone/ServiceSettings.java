package goku.standalone;

import goku.cluster.ClusterConfig;
import goku.compactor.CompactorConfig;
import goku.config.ConfigLoader;
import goku.embedded.DataDirectory;
import goku.ingest.IngestConfig;
import goku.kafka.KafkaConfig;
import goku.kafka.input.InputConfig;
import goku.longterm.LongConfig;
import goku.model.NodeIdentity;
import goku.objectstore.ObjectStoreConfig;
import goku.root.RootConfig;
import goku.shortterm.ShortConfig;
import goku.standalone.agent.AgentConfig;

/// The settings of each service in the standalone process: its defaults, and the addresses of the
/// infrastructure.
record ServiceSettings(StandaloneConfig config, Infrastructure infrastructure, DataDirectory data) {
  static final NodeIdentity IDENTITY = new NodeIdentity("local", "standalone");

  /// The topic to which Kafka clients write.
  static final String INPUT_TOPIC = "metrics";

  /// Returns settings with one input partition for the one thread that reads it. Datapoints that a
  /// producer sends in the order of time are then stored in that order, which is cheapest.
  IngestConfig ingest() {
    return ConfigLoader.defaults(
        IngestConfig.class,
        "--kafka.bootstrap-servers=" + brokers(),
        "--input.node-name=" + IDENTITY.name(),
        "--input.partitions=1",
        "--input.topics=" + INPUT_TOPIC,
        "--accept.strict=" + config.strict(),
        "--put.refused=" + config.put().refused(),
        "--batch.max-datapoints=" + config.batch().maxDatapoints(),
        "--batch.max-size=" + config.batch().maxSize().bytes(),
        "--batch.linger=" + config.batch().linger().toMillis() + "ms");
  }

  ShortConfig shortTerm() {
    return ConfigLoader.defaults(
        ShortConfig.class,
        "--kafka.bootstrap-servers=" + brokers(),
        "--memory-budget=" + config.memory().bytes(),
        "--max-series-per-metric=" + config.maxSeriesPerMetric(),
        "--spill-keep-free=" + config.minFreeDisk().bytes(),
        "--directory=" + data.shortTerm(),
        "--snapshot-interval=" + config.snapshotInterval().toMillis() + "ms",
        "--s3.endpoint=" + objectStore().endpoint(),
        "--s3.access-key=" + objectStore().accessKey(),
        "--s3.secret-key=" + objectStore().secretKey());
  }

  CompactorConfig compactor() {
    return ConfigLoader.defaults(
        CompactorConfig.class,
        "--interval=" + config.compactionInterval().toMillis() + "ms",
        "--directory=" + data.compactor(),
        "--s3.endpoint=" + objectStore().endpoint(),
        "--s3.access-key=" + objectStore().accessKey(),
        "--s3.secret-key=" + objectStore().secretKey());
  }

  LongConfig longTerm() {
    return ConfigLoader.defaults(
        LongConfig.class,
        "--poll-interval=" + config.compactionInterval().toMillis() + "ms",
        "--directory=" + data.longTerm(),
        "--s3.endpoint=" + objectStore().endpoint(),
        "--s3.access-key=" + objectStore().accessKey(),
        "--s3.secret-key=" + objectStore().secretKey());
  }

  RootConfig root() {
    return config.root().strictIf(config.strict());
  }

  InputConfig input() {
    IngestConfig.Input input = ingest().input();
    return new InputConfig(input.topics(), input.applicationId());
  }

  KafkaConfig kafka() {
    return infrastructure.kafka();
  }

  ClusterConfig cluster() {
    return new ClusterConfig(infrastructure.zooKeeper(), IDENTITY.zone(), IDENTITY.name());
  }

  ObjectStoreConfig objectStore() {
    return infrastructure.s3();
  }

  AgentConfig agent() {
    return ConfigLoader.defaults(
        AgentConfig.class,
        "--bootstrap-servers=" + brokers(),
        "--interval=%dms".formatted(config.agentInterval().toMillis()),
        "--spool.directory="); // Kafka is in this process
  }

  private String brokers() {
    return infrastructure.kafka().bootstrapServers();
  }
}
