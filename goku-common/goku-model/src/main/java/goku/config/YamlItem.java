package goku.config;

/// An entry of a list of maps with its place, for messages about the entry.
///
/// @param scope the scope of the keys inside the entry
record YamlItem<R extends Record>(YamlScope scope, YamlNode.Mapping node, R keys) {
  void problem(String key, String value, String message) {
    scope.problem(node.at(key), key, value, message);
  }
}
