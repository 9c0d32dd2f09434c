package goku.ingest;

import goku.config.DataSize;
import goku.config.Key;
import goku.ingest.parse.SeriesNameRules;
import goku.ingest.put.RefusedPuts;
import goku.ingest.routing.BatchLimits;
import goku.kafka.KafkaConfig;
import java.time.Duration;
import java.util.List;

/// The settings of the ingestor.
public record IngestConfig(
    @Key(value = "kafka", doc = "the Kafka cluster") KafkaConfig kafka,
    @Key(value = "input", doc = "the input topics") Input input,
    @Key(value = "accept", doc = "which datapoints are accepted") Accept accept,
    @Key(value = "batch", doc = "the batches that go to the shards") Batch batch,
    @Key(value = "put", doc = "puts over HTTP") Put put,
    @Key(
            value = "put-timeout",
            doc = "how long a put over HTTP or telnet waits for Kafka's acknowledgement",
            byDefault = "30s",
            min = 100)
        Duration putTimeout) {
  /// Returns the consumer group.
  public String group() {
    return kafka.names().ingestGroup(input.applicationId());
  }

  /// The input topics and how they are consumed.
  public record Input(
      @Key(value = "topics", doc = "topics of put lines and JSON", byDefault = "metrics")
          List<String> topics,
      @Key(
              value = "partitions",
              doc =
                  "partitions of the input topics and the rejected topic when the ingestor creates"
                      + " them",
              byDefault = "4",
              min = 1)
          int partitions,
      @Key(
              value = "rejected-topic",
              doc = "topic for rejected datapoints, with the reason in the header reason",
              byDefault = "metrics-rejected")
          String rejectedTopic,
      @Key(
              value = "application-id",
              doc =
                  "consumer group; the same for all ingestors of a deployment; empty: kafka.prefix"
                      + " and -ingest")
          String applicationId,
      @Key(
              value = "node-name",
              doc =
                  "unique per ingestor and stable over restarts, which then resume their"
                      + " partitions at once; empty disables static membership")
          String nodeName,
      @Key(value = "threads", doc = "stream threads", byDefault = "1", min = 1, max = 256)
          int threads,
      @Key(
              value = "session-timeout",
              doc = "time without a heartbeat after which other ingestors take over",
              byDefault = "6s",
              min = 1000)
          Duration sessionTimeout,
      @Key(
              value = "commit-interval",
              doc = "interval between commits of input offsets",
              byDefault = "200ms",
              min = 10)
          Duration commitInterval) {
    public Input {
      topics = List.copyOf(topics);
    }
  }

  /// The rules for accepted datapoints.
  public record Accept(
      @Key(
              value = "strict",
              doc = "reject what OpenTSDB rejects: other characters, more than 8 tags or none",
              byDefault = "false")
          boolean strict,
      @Key(value = "max-tags", doc = "tags of a series", byDefault = "32", min = 1, max = 1024)
          int maxTags,
      @Key(
              value = "max-word",
              doc = "size of a metric, a tag key or a tag value",
              byDefault = "1KiB",
              min = 1)
          DataSize maxWord,
      @Key(
              value = "max-name",
              doc = "size of a metric with all its tags",
              byDefault = "8KiB",
              min = 1,
              max = 65536)
          DataSize maxName,
      @Key(value = "max-line", doc = "size of a put line", byDefault = "64KiB", min = 64)
          DataSize maxLine,
      @Key(
              value = "max-future",
              doc =
                  "how far ahead of the clock a datapoint may be, up to 2h, as far as shards"
                      + " accept",
              byDefault = "10m",
              min = 0,
              max = 7_200_000)
          Duration maxFuture,
      @Key(
              value = "histogram-id",
              doc =
                  "id of histograms that are sent encoded, as in OpenTSDB's"
                      + " tsd.core.histograms.config",
              byDefault = "42",
              min = 0,
              max = 255)
          int histogramId) {
    SeriesNameRules rules() {
      int word = (int) maxWord.bytes();
      int name = (int) maxName.bytes();
      return strict
          ? SeriesNameRules.strict(word, name)
          : SeriesNameRules.generous(maxTags, word, name);
    }
  }

  /// The handling of puts over HTTP.
  public record Put(
      @Key(
              value = "refused",
              doc =
                  "answer to a put with refused datapoints: error (400), or accept (as if stored,"
                      + " once input.rejected-topic has them)",
              byDefault = "error")
          RefusedPuts refused) {}

  /// The limits of batches to the shards.
  public record Batch(
      @Key(
              value = "max-datapoints",
              doc = "datapoints in a batch at most",
              byDefault = "10000",
              min = 1)
          int maxDatapoints,
      @Key(
              value = "max-size",
              doc = "size of a batch at most, before compression",
              byDefault = "1MiB",
              min = 131072,
              max = 8388608)
          DataSize maxSize,
      @Key(
              value = "linger",
              doc = "how long a datapoint waits for others to fill the batch",
              byDefault = "20ms",
              min = 1,
              max = 10000)
          Duration linger) {
    BatchLimits limits() {
      return new BatchLimits(maxDatapoints, (int) maxSize.bytes());
    }
  }
}
