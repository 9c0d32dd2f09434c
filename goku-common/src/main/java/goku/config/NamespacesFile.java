package goku.config;

import goku.model.MetricPrefix;
import goku.model.Namespaces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The file that describes the namespaces (section 5.1 and Figure 6 of the paper): a YAML list
/// under `namespaces`, each entry with
///
/// | Key | Meaning |
/// |---|---|
/// | `name` | its name |
/// | `default` | whether it takes what no other claims; exactly one does |
/// | `backfill` | how late a datapoint may come; at most `memory-ttl` |
/// | `memory-ttl` | how long memory keeps it |
/// | `disk.raw-ttl`, `disk.rollups` | what disks keep; without `disk`, memory only |
/// | `disk.cold-after` | tiers that are kept longer lie on slow disks |
/// | `disk.shard-groups`, `disk.shards-per-group` | the shards on disk; without, as in memory |
/// | `kafka-topic`, `s3.bucket` | where it is stored, its own |
/// | `shard-groups`, `shards-per-group` | its shards, at most 10000 |
/// | `metrics` | prefixes of metrics it claims, each from `since` (seconds since the epoch) on |
///
/// Stateless.
public final class NamespacesFile {
  private NamespacesFile() {}

  /// Reads the text of such a file.
  ///
  /// @param sourceName the file, for messages
  /// @throws ConfigProblems with everything that is wrong
  public static Namespaces parse(String yaml, String sourceName) {
    List<Problem> problems = new ArrayList<>();
    var top = new YamlScope(sourceName, "", problems);
    List<NamespaceEntry> entries =
        YamlDocument.read(yaml, sourceName, problems)
            .map(root -> entries(top, root))
            .orElse(List.of());
    if (!entries.isEmpty()) {
      checkDefault(top, entries);
      List.of("name", "kafka-topic", "s3.bucket").forEach(key -> checkUnique(key, entries));
      checkPrefixes(entries);
    }
    if (!problems.isEmpty()) {
      throw new ConfigProblems(problems);
    }
    return new Namespaces(entries.stream().map(NamespaceEntry::namespace).toList());
  }

  private static List<NamespaceEntry> entries(YamlScope top, YamlNode.Mapping root) {
    root.entries().keySet().stream()
        .filter(key -> !key.equals("namespaces"))
        .forEach(key -> top.problem(root, key, "", "is not known; known is namespaces"));
    if (!(root.entries().get("namespaces") instanceof YamlNode.Sequence sequence)
        || sequence.items().isEmpty()) {
      top.problem(root, "namespaces", "", "must be a list with at least one namespace");
      return List.of();
    }
    List<NamespaceEntry> entries = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      String name = "namespaces[%d]".formatted(i);
      if (sequence.items().get(i) instanceof YamlNode.Mapping mapping) {
        entries.add(NamespaceReader.read(top.inside(name), mapping));
      } else {
        top.problem(sequence.items().get(i), name, "", "must be a map");
      }
    }
    return entries;
  }

  private static void checkDefault(YamlScope top, List<NamespaceEntry> entries) {
    List<NamespaceEntry> defaults = entries.stream().filter(NamespaceEntry::isDefault).toList();
    if (defaults.isEmpty()) {
      String message = "exactly one must have 'default: true', none has";
      top.problem(entries.getFirst().node(), "namespaces", "", message);
    }
    defaults.stream()
        .skip(1)
        .forEach(entry -> entry.problem("default", "true", "another is the default already"));
  }

  private static void checkUnique(String key, List<NamespaceEntry> entries) {
    Map<Object, NamespaceEntry> seen = new HashMap<>();
    for (NamespaceEntry entry : entries) {
      Object value = entry.values().get(key);
      if (value != null && seen.putIfAbsent(value, entry) != null) {
        entry.problem(key, value.toString(), "is that of another namespace already");
      }
    }
  }

  private static void checkPrefixes(List<NamespaceEntry> entries) {
    Map<MetricPrefix, NamespaceEntry> seen = new HashMap<>();
    for (NamespaceEntry entry : entries) {
      for (MetricPrefix prefix : entry.prefixes()) {
        if (seen.putIfAbsent(prefix, entry) != null) {
          String message = "is claimed twice since " + prefix.since().getEpochSecond();
          entry.problem("metrics", prefix.prefix(), message);
        }
      }
    }
  }
}
