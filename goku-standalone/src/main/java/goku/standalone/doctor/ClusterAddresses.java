package goku.standalone.doctor;

import goku.cluster.ClusterConfig;
import goku.config.Key;
import goku.kafka.KafkaConfig;
import goku.objectstore.ObjectStoreConfig;
import java.nio.file.Path;

/// What the services of a cluster share, for a look at it from outside of any of them.
public record ClusterAddresses(
    @Key(
            value = "namespaces",
            doc = "Namespaces file; when empty, those that are published in ZooKeeper.")
        Path namespaces,
    @Key(value = "cluster", doc = "ZooKeeper.") ClusterConfig cluster,
    @Key(value = "kafka", doc = "Kafka.") KafkaConfig kafka,
    @Key(value = "s3", doc = "S3.") ObjectStoreConfig objectStore) {}
