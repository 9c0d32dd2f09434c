package goku.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// A reader of the settings of known keys from a YAML map. A key may be written with dots or as
/// nested maps. Used once, by one thread.
final class FileSettings {
  private final YamlScope scope;
  private final Map<String, KeySpec> keys;
  private final Set<String> known;
  private final Map<String, Setting> settings = new HashMap<>();

  FileSettings(YamlScope scope, List<KeySpec> keys, Set<String> otherKeys) {
    this.scope = scope;
    this.keys = KeySpec.byName(keys);
    this.known = new TreeSet<>(this.keys.keySet());
    this.known.addAll(otherKeys);
  }

  Map<String, Setting> read(YamlNode.Mapping mapping) {
    walk("", mapping);
    return settings;
  }

  private void walk(String prefix, YamlNode.Mapping mapping) {
    mapping.entries().forEach((name, node) -> entry(prefix + name, node));
  }

  private void entry(String name, YamlNode node) {
    KeySpec spec = keys.get(name);
    boolean isSection = keys.keySet().stream().anyMatch(key -> key.startsWith(name + "."));
    if (node instanceof YamlNode.Mapping inner && isSection && (spec == null || !spec.isMap())) {
      walk(name + ".", inner);
    } else if (spec != null) {
      put(name, node);
    } else if (!(isSection && node.shown().isEmpty())) {
      scope.problem(node, name, "", "is not known" + Suggestion.of(name, known));
    }
  }

  private void put(String name, YamlNode node) {
    var setting = new Setting(scope.path() + name, node, scope.source() + ":" + node.line());
    if (settings.put(name, setting) != null) {
      scope.problem(node, name, "", "is given twice");
    }
  }
}
