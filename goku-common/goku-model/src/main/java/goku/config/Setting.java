package goku.config;

/// A value somebody gave to a key.
///
/// @param key as messages name it
/// @param source file and line, variable or flag
record Setting(String key, YamlNode value, String source) {
  static Setting ofText(String key, String text, String source) {
    return new Setting(key, new YamlNode.Scalar(text, 0), source);
  }

  /// For messages about one whose value is a secret.
  Setting hidden() {
    return ofText(key, "", source);
  }

  Problem problem(String message) {
    return new Problem(source, key, value.shown(), message);
  }
}
