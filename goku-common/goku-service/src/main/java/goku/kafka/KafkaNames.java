package goku.kafka;

import java.util.Optional;
import java.util.regex.Pattern;

/// The names of the topics and consumer groups that Goku chooses. They begin with a prefix, so that
/// two deployments can share a Kafka cluster. All processes of a deployment need the same prefix.
/// Users choose the names of all other topics: of the input and of namespaces.
///
/// @param prefix 1 to 100 letters, digits, '.', '_' and '-', which leaves more than half of the
///   length that Kafka allows for a name
public record KafkaNames(String prefix) {
  /// The prefix unless another one is configured.
  public static final String DEFAULT_PREFIX = "goku";

  private static final Pattern VALID = Pattern.compile("[a-zA-Z0-9._-]{1,100}");

  public static final KafkaNames DEFAULT = new KafkaNames(DEFAULT_PREFIX);

  public KafkaNames {
    if (!VALID.matcher(prefix).matches()) {
      throw new IllegalArgumentException(
          "cannot use kafka.prefix=%s: it must be 1 to 100 letters, digits, '.', '_' and '-'"
              .formatted(prefix));
    }
  }

  /// Returns the compacted topic of annotations.
  public String annotations() {
    return named("annotations");
  }

  /// Returns the compacted topic of metadata.
  public String metadata() {
    return named("metadata");
  }

  /// Returns the compacted topic of the last query of each metric.
  public String queriedMetrics() {
    return named("queried-metrics");
  }

  /// Returns the topic of the metrics that write most.
  public String topMetrics() {
    return named("top-metrics");
  }

  /// Returns the topic of events of finalized buckets.
  public String finalized() {
    return named("finalized");
  }

  /// Returns the consumer group of the ingestors.
  ///
  /// @param applicationId the configured group; empty for that of the prefix
  public String ingestGroup(String applicationId) {
    return applicationId.isEmpty() ? named("ingest") : applicationId;
  }

  /// Returns the consumer group of the GokuS nodes of a zone for a namespace.
  public String shortGroup(String namespace, String zone) {
    return named(shortGroupOf(namespace) + zone);
  }

  /// Returns the prefix of a consumer group of GokuS nodes for a namespace, in any zone and of any
  /// deployment; empty if the group has another name.
  public static Optional<String> prefixOfShortGroup(String group, String namespace) {
    int end = group.indexOf("-" + shortGroupOf(namespace));
    return end < 1 ? Optional.empty() : Optional.of(group.substring(0, end));
  }

  private static String shortGroupOf(String namespace) {
    return "short-" + namespace + "-";
  }

  private String named(String rest) {
    return prefix + "-" + rest;
  }
}
