package goku.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.TimeRange;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The file that describes the namespaces (section 5.1 and Figure 6 of the paper): a YAML list
/// under `namespaces`. `NamespaceKeys` holds the keys of an entry, and docs/namespaces.md describes
/// them.
///
/// Stateless.
public final class NamespacesFile {
  /// The largest file in bytes. ZooKeeper stores it in one node and rejects packets of 1 MiB.
  public static final int MOST_BYTES = 1_000_000;

  private static final TimeRange ALL_TIME = new TimeRange(0, Long.MAX_VALUE);

  private NamespacesFile() {}

  /// Parses the text of a namespaces file.
  ///
  /// @param sourceName name of the file, for messages
  /// @throws ConfigProblems with all problems
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
    }
    List<NamespaceEntry> kept = entries.stream().filter(entry -> !entry.isRemoved()).toList();
    checkPrefixes(kept);
    checkPreAggregated(kept);
    throwIfAny(problems);
    var namespaces =
        new Namespaces(all(kept))
            .withRemoved(all(entries.stream().filter(NamespaceEntry::isRemoved).toList()));
    kept.forEach(entry -> checkPreAggregatedAreThere(entry, namespaces));
    throwIfAny(problems);
    return namespaces;
  }

  private static List<Namespace> all(List<NamespaceEntry> entries) {
    return entries.stream().map(NamespaceEntry::namespace).toList();
  }

  /// Decodes the content of a namespaces file.
  ///
  /// @throws ConfigProblems when the content is too large or not UTF-8
  public static String text(byte[] content, String sourceName) {
    if (content.length > MOST_BYTES) {
      String message =
          "is %d bytes, at most %d are allowed: claim longer lists of metrics by fewer prefixes"
              .formatted(content.length, MOST_BYTES);
      throw new ConfigProblems(List.of(new Problem(sourceName, "", "", message)));
    }
    ByteBuffer bytes = ByteBuffer.wrap(content);
    try {
      return UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      // the decoder stops before the bytes that it cannot decode
      long line = 1;
      for (int i = 0; i < bytes.position(); i++) {
        line += content[i] == '\n' ? 1 : 0;
      }
      String at = sourceName + ":" + line;
      throw new ConfigProblems(List.of(new Problem(at, "", "", "is not UTF-8")));
    }
  }

  private static void throwIfAny(List<Problem> problems) {
    if (!problems.isEmpty()) {
      throw new ConfigProblems(problems);
    }
  }

  private static List<NamespaceEntry> entries(YamlScope top, YamlNode.Mapping root) {
    root.entries().keySet().stream()
        .filter(key -> !key.equals("namespaces"))
        .forEach(
            key ->
                top.problem(
                    root.at(key), key, "", "is not known; the only known key is namespaces"));
    if (!(root.entries().get("namespaces") instanceof YamlNode.Sequence sequence)
        || sequence.items().isEmpty()) {
      top.problem(
          root.at("namespaces"), "namespaces", "", "must be a list with at least one namespace");
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
    // a value that is neither true nor false is a problem already
    if (defaults.isEmpty() && entries.stream().allMatch(e -> e.values().containsKey("default"))) {
      String message = "exactly one must have 'default: true', none has";
      top.problem(entries.getFirst().node(), "namespaces", "", message);
    }
    defaults.stream()
        .filter(NamespaceEntry::isRemoved)
        .forEach(entry -> entry.problem("removed", "true", "the default cannot be removed"));
    defaults.stream()
        .skip(1)
        .forEach(
            entry -> entry.problem("default", "true", "another namespace is already the default"));
  }

  private static void checkUnique(String key, List<NamespaceEntry> entries) {
    Map<Object, NamespaceEntry> seen = new HashMap<>();
    for (NamespaceEntry entry : entries) {
      Object value = entry.values().get(key);
      if (value != null && seen.putIfAbsent(value, entry) != null) {
        entry.problem(key, value.toString(), "is already used by another namespace");
      }
    }
  }

  private static void checkPrefixes(List<NamespaceEntry> entries) {
    Map<MetricPrefix, Integer> lines = new HashMap<>();
    for (NamespaceEntry entry : entries) {
      for (var claim : entry.claims()) {
        Integer other = lines.putIfAbsent(NamespaceEntry.prefix(claim.keys()), line(claim));
        if (other != null) {
          String message =
              "is already claimed since %d, on line %d".formatted(claim.keys().since(), other);
          claim.problem("prefix", claim.keys().prefix(), message);
        }
      }
    }
  }

  private static void checkPreAggregated(List<NamespaceEntry> entries) {
    Map<String, Integer> lines = new HashMap<>();
    for (NamespaceEntry entry : entries) {
      for (var item : entry.preAggregated()) {
        Integer other = lines.putIfAbsent(item.keys().metric(), line(item));
        if (other != null) {
          String message = "is already pre-aggregated, on line " + other;
          item.problem("metric", item.keys().metric(), message);
        }
      }
    }
  }

  /// Checks that a pre-aggregated metric belongs to the namespace. Otherwise its rule would
  /// silently have no effect.
  private static void checkPreAggregatedAreThere(NamespaceEntry entry, Namespaces namespaces) {
    Namespace namespace = entry.namespace();
    for (var item : entry.preAggregated()) {
      String metric = item.keys().metric();
      if (!namespaces.of(metric, ALL_TIME).contains(namespace)) {
        String message =
            "never belongs to namespace %s according to the claimed prefixes"
                .formatted(namespace.name());
        item.problem("metric", metric, message);
      }
    }
  }

  private static int line(YamlItem<?> item) {
    return item.node().line();
  }
}
