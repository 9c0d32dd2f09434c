package goku.testkit.namespace;

import goku.model.Disk;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.PreAggregation;
import goku.model.SeriesLimits;
import goku.model.Sharding;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// A builder of namespaces, so that a test names only the options that it is about. Not
/// thread-safe.
public final class NamespaceBuilder {
  private final String name;
  private boolean isDefault = true;
  private Duration backfill = Duration.ofHours(2);
  private Duration memoryTtl = Duration.ofDays(1);
  private Optional<Disk> disk = Optional.empty();
  private String kafkaTopic;
  private String s3Bucket;
  private Sharding sharding = new Sharding(1, 1);
  private List<MetricPrefix> metrics = List.of();
  private List<PreAggregation> preAggregations = List.of();
  private SeriesLimits seriesLimits = SeriesLimits.NONE;

  private NamespaceBuilder(String name) {
    this.name = name;
    kafkaTopic = "goku-" + name;
    s3Bucket = "goku-" + name;
  }

  /// Begins with the default namespace of a deployment: one shard, in memory only, a backfill of
  /// two hours and a memory TTL of a day. Its topic and bucket are `goku-<name>`.
  public static NamespaceBuilder namespace(String name) {
    return new NamespaceBuilder(name);
  }

  /// Begins with the options of another namespace.
  public static NamespaceBuilder like(Namespace other) {
    return like(other, other.name());
  }

  /// Begins with the options of another namespace, its topic and bucket included.
  public static NamespaceBuilder like(Namespace other, String name) {
    return new NamespaceBuilder(name)
        .isDefault(other.isDefault())
        .backfill(other.backfill())
        .memoryTtl(other.memoryTtl())
        .disk(other.disk())
        .kafkaTopic(other.kafkaTopic())
        .s3Bucket(other.s3Bucket())
        .sharding(other.sharding())
        .metrics(other.metrics())
        .preAggregations(other.preAggregations())
        .seriesLimits(other.seriesLimits());
  }

  public NamespaceBuilder isDefault(boolean value) {
    isDefault = value;
    return this;
  }

  public NamespaceBuilder backfill(Duration value) {
    backfill = value;
    return this;
  }

  public NamespaceBuilder memoryTtl(Duration value) {
    memoryTtl = value;
    return this;
  }

  public NamespaceBuilder disk(Disk value) {
    return disk(Optional.of(value));
  }

  public NamespaceBuilder disk(Optional<Disk> value) {
    disk = value;
    return this;
  }

  public NamespaceBuilder kafkaTopic(String value) {
    kafkaTopic = value;
    return this;
  }

  public NamespaceBuilder s3Bucket(String value) {
    s3Bucket = value;
    return this;
  }

  public NamespaceBuilder shards(int groups, int perGroup) {
    return sharding(new Sharding(groups, perGroup));
  }

  public NamespaceBuilder sharding(Sharding value) {
    sharding = value;
    return this;
  }

  public NamespaceBuilder metrics(List<MetricPrefix> value) {
    metrics = value;
    return this;
  }

  public NamespaceBuilder preAggregations(List<PreAggregation> value) {
    preAggregations = value;
    return this;
  }

  public NamespaceBuilder seriesLimits(SeriesLimits value) {
    seriesLimits = value;
    return this;
  }

  public Namespace build() {
    return new Namespace(
        name,
        isDefault,
        backfill,
        memoryTtl,
        disk,
        kafkaTopic,
        s3Bucket,
        sharding,
        metrics,
        preAggregations,
        seriesLimits);
  }
}
