package goku.standalone.inspect;

import goku.config.DurationText;
import goku.config.NamespacesFile;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.PreAggregation;
import goku.model.Rollup;
import goku.namespace.NamespacesText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/// A namespaces file.
final class NamespacesKind implements FileKind {
  @Override
  public String name() {
    return "a namespaces file (.yaml with a list under 'namespaces')";
  }

  @Override
  public boolean recognises(Path file) throws IOException {
    return Yaml.hasListOfNamespaces(file);
  }

  @Override
  public String describe(Path file) throws IOException {
    return NamespacesFile.parse(NamespacesText.read(file), file.toString()).all().stream()
        .map(NamespacesKind::describe)
        .collect(Collectors.joining("\n"));
  }

  private static String describe(Namespace namespace) {
    return """
    namespace %s%s
      takes datapoints up to %s late, keeps them in memory for %s
      on disk: %s
      topic %s with %d partitions (%d shard groups of %d), bucket %s
      claims %s
      pre-aggregates %s
    """
        .formatted(
            namespace.name(),
            namespace.isDefault() ? " (default)" : "",
            DurationText.print(namespace.backfill()),
            DurationText.print(namespace.memoryTtl()),
            disk(namespace),
            namespace.kafkaTopic(),
            namespace.sharding().shards(),
            namespace.sharding().shardGroups(),
            namespace.sharding().shardsPerGroup(),
            namespace.s3Bucket(),
            claims(namespace),
            preAggregated(namespace));
  }

  private static String disk(Namespace namespace) {
    return namespace
        .disk()
        .map(
            disk ->
                "raw for %s%s"
                    .formatted(
                        DurationText.print(disk.rawTtl()),
                        disk.rollups().stream()
                            .map(NamespacesKind::rollup)
                            .collect(Collectors.joining())))
        .orElse("nothing");
  }

  private static String rollup(Rollup rollup) {
    String interval = DurationText.print(rollup.interval());
    return ", every %s for %s".formatted(interval, DurationText.print(rollup.ttl()));
  }

  private static String claims(Namespace namespace) {
    String prefixes =
        namespace.metrics().stream().map(NamespacesKind::prefix).collect(Collectors.joining(", "));
    if (namespace.isDefault()) {
      return prefixes.isEmpty() ? "what no other does" : prefixes + ", and what no other does";
    }
    return prefixes.isEmpty() ? "no metrics" : prefixes;
  }

  private static String preAggregated(Namespace namespace) {
    return namespace.preAggregations().isEmpty()
        ? "nothing"
        : namespace.preAggregations().stream()
            .map(NamespacesKind::preAggregated)
            .collect(Collectors.joining(", "));
  }

  private static String preAggregated(PreAggregation one) {
    return "%s by %s every %s"
        .formatted(one.metric(), one.keep(), DurationText.print(one.interval()));
  }

  private static String prefix(MetricPrefix prefix) {
    return "%s* since %s".formatted(prefix.prefix(), prefix.since());
  }
}
