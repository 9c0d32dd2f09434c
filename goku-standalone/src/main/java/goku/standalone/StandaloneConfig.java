package goku.standalone;

import goku.config.DataSize;
import goku.config.Key;
import goku.http.AdminConfig;
import goku.http.HttpOptions;
import goku.ingest.IngestConfig;
import goku.root.RootConfig;
import java.nio.file.Path;
import java.time.Duration;

/// The settings of `goku standalone`.
public record StandaloneConfig(
    @Key(value = "data", byDefault = "goku-data", min = 1, doc = "data directory") Path data,
    @Key(value = "port", byDefault = "4242", min = 0, max = 65535, doc = "port of the HTTP API")
        int port,
    @Key(
            value = "kafka-port",
            byDefault = "9092",
            min = 0,
            max = 65535,
            doc = "port of the embedded Kafka broker")
        int kafkaPort,
    @Key(value = "bind", byDefault = "127.0.0.1", min = 1, doc = "address to listen on")
        String bind,
    @Key(value = "namespaces", doc = "namespaces file; empty uses the built-in one")
        Path namespaces,
    @Key(
            value = "strict",
            byDefault = "false",
            doc =
                "reject datapoints and queries that OpenTSDB rejects, and disable Goku's"
                    + " extensions")
        boolean strict,
    @Key(value = "agent", byDefault = "true", doc = "send the metrics of this machine")
        boolean agent,
    @Key(
            value = "agent.interval",
            byDefault = "10s",
            min = 1000,
            max = 24 * 60 * 60 * 1000,
            doc = "interval between readings of this machine")
        Duration agentInterval,
    @Key(
            value = "memory",
            byDefault = "2GiB",
            min = 16 << 20,
            doc = "off-heap memory for time series; more of them are spilled to the disk")
        DataSize memory,
    @Key(
            value = "max-series-per-metric",
            doc = "series of one metric in a shard; further new ones are refused",
            byDefault = "1000000",
            min = 1)
        int maxSeriesPerMetric,
    @Key(
            value = "snapshot-interval",
            byDefault = "10m",
            min = 1000,
            doc = "interval between snapshots of a shard; a restart replays the log since then")
        Duration snapshotInterval,
    @Key(
            value = "compaction-interval",
            byDefault = "15s",
            min = 100,
            doc = "interval between searches for buckets to compact and to load")
        Duration compactionInterval,
    @Key(
            value = "min-free-disk",
            byDefault = "1GiB",
            min = 0,
            doc = "least free disk space: without it there is no start, and writes are refused")
        DataSize minFreeDisk,
    @Key(
            value = "mode",
            byDefault = "rw",
            doc = "rw accepts datapoints and queries, ro only queries, wo only datapoints")
        Mode mode,
    @Key(value = "ingest.batch", doc = "batches to the shards") IngestConfig.Batch batch,
    @Key(value = "ingest.put", doc = "puts over HTTP") IngestConfig.Put put,
    @Key(value = "admin", doc = "port for metrics and administration") AdminConfig admin,
    @Key(value = "http", doc = "limits, TLS and passwords of the HTTP API") HttpOptions http,
    @Key(value = "root", doc = "limits of the query root") RootConfig root) {}
