package goku.config;

/// A value given to a key.
///
/// @param key the key as named in messages
/// @param source file and line, variable or flag
record Setting(String key, YamlNode value, String source) {
  static Setting ofText(String key, String text, String source) {
    return new Setting(key, new YamlNode.Scalar(text, 0), source);
  }

  /// Returns the setting without its value, for messages about secrets.
  Setting hidden() {
    return ofText(key, "", source);
  }

  Problem problem(String message) {
    return new Problem(source, key, value.shown(), message);
  }
}
