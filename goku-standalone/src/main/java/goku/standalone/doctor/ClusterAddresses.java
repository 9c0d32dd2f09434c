package goku.standalone.doctor;

import goku.cluster.ClusterConfig;
import goku.config.Key;
import goku.kafka.KafkaConfig;
import goku.objectstore.ObjectStoreConfig;
import java.nio.file.Path;

/// The settings that the services of a cluster share, for a check without a service.
public record ClusterAddresses(
    @Key(
            value = "namespaces",
            doc = "namespaces file; empty uses the namespaces published in ZooKeeper")
        Path namespaces,
    @Key(value = "cluster", doc = "ZooKeeper.") ClusterConfig cluster,
    @Key(value = "kafka", doc = "Kafka.") KafkaConfig kafka,
    @Key(value = "s3", doc = "S3.") ObjectStoreConfig objectStore) {}
