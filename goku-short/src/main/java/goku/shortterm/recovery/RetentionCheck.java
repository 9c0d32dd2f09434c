package goku.shortterm.recovery;

import goku.kafka.Topics;
import goku.model.Namespace;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A check that a namespace's topic keeps batches for as long as its shards may need them after a
/// restart, and the change of a topic that does not.
public final class RetentionCheck {
  private static final Logger LOG = LoggerFactory.getLogger(RetentionCheck.class);

  private RetentionCheck() {}

  /// Returns the problem and its remedy; empty if the retention suffices.
  public static Optional<String> complaint(Admin admin, Namespace namespace) {
    return retention(admin, namespace).flatMap(millis -> complaint(namespace, millis));
  }

  private static Optional<Long> retention(Admin admin, Namespace namespace) {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, namespace.kafkaTopic());
    try {
      var config = admin.describeConfigs(List.of(resource)).all().get().get(resource);
      var entry = config == null ? null : config.get(TopicConfig.RETENTION_MS_CONFIG);
      String value = entry == null ? null : entry.value();
      return Optional.ofNullable(value).map(Long::valueOf);
    } catch (ExecutionException e) {
      throw new KafkaException(
          "cannot read the configuration of topic " + namespace.kafkaTopic(), e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  /// Raises the topic's retention to the namespace's need. A retention that suffices stays, unless
  /// it is the one that the settings before needed.
  ///
  /// @param before the settings before a change; empty at a start
  public static void lengthen(Admin admin, Optional<Namespace> before, Namespace now) {
    retention(admin, now)
        .flatMap(found -> lengthened(found, before, now))
        .ifPresent(wanted -> set(admin, now, wanted));
  }

  /// Returns the retention to set, in milliseconds; empty if the current one stays.
  ///
  /// @param foundMillis the current retention; negative for an unlimited one
  static Optional<Long> lengthened(long foundMillis, Optional<Namespace> before, Namespace now) {
    long wanted = Topics.retention(now).toMillis();
    boolean isTooShort = complaint(now, foundMillis).isPresent();
    boolean wasNeeded =
        before.filter(one -> Topics.retention(one).toMillis() == foundMillis).isPresent();
    return isTooShort || (wasNeeded && wanted > foundMillis)
        ? Optional.of(wanted)
        : Optional.empty();
  }

  private static void set(Admin admin, Namespace now, long wantedMillis) {
    var resource = new ConfigResource(ConfigResource.Type.TOPIC, now.kafkaTopic());
    var entry = new ConfigEntry(TopicConfig.RETENTION_MS_CONFIG, Long.toString(wantedMillis));
    var change = new AlterConfigOp(entry, AlterConfigOp.OpType.SET);
    try {
      var _ = admin.incrementalAlterConfigs(Map.of(resource, List.of(change))).all().get();
      LOG.info(
          "topic retention raised topic={} namespace={} retention={}",
          now.kafkaTopic(),
          now.name(),
          Duration.ofMillis(wantedMillis));
    } catch (ExecutionException e) {
      throw new KafkaException(
          "cannot set %s of topic %s to %s, which memory-ttl and backfill of namespace %s need"
              .formatted(
                  TopicConfig.RETENTION_MS_CONFIG, now.kafkaTopic(), entry.value(), now.name()),
          e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new KafkaException("interrupted", e);
    }
  }

  /// A negative retention is unlimited.
  static Optional<String> complaint(Namespace namespace, long retentionMillis) {
    Duration needed = namespace.memoryTtl();
    if (retentionMillis < 0 || retentionMillis >= needed.toMillis()) {
      return Optional.empty();
    }
    return Optional.of(
        "topic %s keeps batches for %s, but namespace %s keeps datapoints in memory for %s: a restart would lose the rest; set %s of the topic to at least %d"
            .formatted(
                namespace.kafkaTopic(),
                Duration.ofMillis(retentionMillis),
                namespace.name(),
                needed,
                TopicConfig.RETENTION_MS_CONFIG,
                needed.toMillis()));
  }
}
