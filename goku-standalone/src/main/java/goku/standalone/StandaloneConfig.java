package goku.standalone;

import goku.config.DataSize;
import goku.config.Key;
import goku.http.AdminConfig;
import goku.http.HttpOptions;
import goku.ingest.IngestConfig;
import goku.root.RootConfig;
import java.nio.file.Path;
import java.time.Duration;

/// What `goku standalone` can be told.
public record StandaloneConfig(
    @Key(value = "data", byDefault = "goku-data", min = 1, doc = "Directory of everything kept.")
        Path data,
    @Key(value = "port", byDefault = "4242", min = 0, max = 65535, doc = "Port of the HTTP API.")
        int port,
    @Key(
            value = "kafka-port",
            byDefault = "9092",
            min = 0,
            max = 65535,
            doc = "Port of the Kafka broker inside.")
        int kafkaPort,
    @Key(value = "bind", byDefault = "127.0.0.1", min = 1, doc = "Address to listen on.")
        String bind,
    @Key(value = "namespaces", doc = "Namespaces file; the built-in one when empty.")
        Path namespaces,
    @Key(
            value = "strict",
            byDefault = "false",
            doc =
                "Whether datapoints and queries that OpenTSDB refuses are refused, and queries"
                    + " answered without what we do better.")
        boolean strict,
    @Key(value = "agent", byDefault = "true", doc = "Whether to emit the metrics of this machine.")
        boolean agent,
    @Key(
            value = "agent.interval",
            byDefault = "10s",
            min = 1000,
            max = 24 * 60 * 60 * 1000,
            doc = "Time between two readings of this machine.")
        Duration agentInterval,
    @Key(
            value = "memory",
            byDefault = "2GiB",
            min = 64 << 20,
            doc = "Off-heap memory for time series; what comes beyond it is refused.")
        DataSize memory,
    @Key(
            value = "snapshot-interval",
            byDefault = "10m",
            min = 1000,
            doc = "Time between two snapshots of a shard: a restart replays what came since.")
        Duration snapshotInterval,
    @Key(
            value = "compaction-interval",
            byDefault = "15s",
            min = 100,
            doc = "Time between two looks for buckets to move to the next tier, and to serve.")
        Duration compactionInterval,
    @Key(
            value = "min-free-disk",
            byDefault = "1GiB",
            min = 0,
            doc = "Free disk space without which it does not start.")
        DataSize minFreeDisk,
    @Key(
            value = "mode",
            byDefault = "rw",
            doc = "rw takes datapoints and queries, ro queries alone, wo datapoints alone.")
        Mode mode,
    @Key(value = "ingest.batch", doc = "The batches that go to the shards.")
        IngestConfig.Batch batch,
    @Key(value = "admin", doc = "The port for metrics and administration.") AdminConfig admin,
    @Key(value = "http", doc = "Limits, TLS and passwords of the HTTP API.") HttpOptions http,
    @Key(value = "root", doc = "Limits of the query root.") RootConfig root) {}
