package goku.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A place in a YAML file. Keys and problems in it are named by their full path.
///
/// @param source the file
/// @param path the prefix of the keys, with the dot: empty or `namespaces[0].`
/// @param problems the list to which problems are added
record YamlScope(String source, String path, List<Problem> problems) {
  YamlScope inside(String key) {
    return new YamlScope(source, path + key + ".", problems);
  }

  /// Returns the usable values that the map has for the keys of the record.
  ///
  /// @param otherKeys keys that the caller has taken out of the map, for suggestions
  Map<String, Object> values(
      Class<? extends Record> type, YamlNode.Mapping mapping, Set<String> otherKeys) {
    List<KeySpec> keys = KeySpec.of(type);
    Map<String, Setting> settings = new FileSettings(this, keys, otherKeys).read(mapping);
    return Binder.values(
        keys, settings, key -> problemAt(mapping, key.name(), "", "is required"), problems);
  }

  /// Returns the record if all its keys have usable values.
  <R extends Record> Optional<R> record(
      Class<R> type, YamlNode.Mapping mapping, Set<String> otherKeys) {
    int before = problems.size();
    Map<String, Object> values = values(type, mapping, otherKeys);
    return problems.size() == before
        ? Optional.of(Binder.create(type, "", values))
        : Optional.empty();
  }

  /// Returns the usable entries of a list of maps.
  <R extends Record> List<YamlItem<R>> items(Class<R> type, YamlNode node, String key) {
    if (!(node instanceof YamlNode.Sequence sequence)) {
      problem(node, key, node.shown(), "must be a list of maps");
      return List.of();
    }
    List<YamlItem<R>> all = new ArrayList<>();
    for (int i = 0; i < sequence.items().size(); i++) {
      String name = "%s[%d]".formatted(key, i);
      YamlNode item = sequence.items().get(i);
      if (item instanceof YamlNode.Mapping mapping) {
        YamlScope inside = inside(name);
        inside
            .record(type, mapping, Set.of())
            .ifPresent(record -> all.add(new YamlItem<>(inside, mapping, record)));
      } else {
        problem(item, name, item.shown(), "must be a map");
      }
    }
    return all;
  }

  void problem(YamlNode at, String key, String value, String message) {
    problems.add(problemAt(at, key, value, message));
  }

  private Problem problemAt(YamlNode at, String key, String value, String message) {
    return new Problem(source + ":" + at.line(), path + key, value, message);
  }
}
