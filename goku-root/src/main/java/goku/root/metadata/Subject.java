package goku.root.metadata;

import java.util.Locale;

/// The kinds of things that metadata describe.
public enum Subject {
  METRIC,
  TAGK,
  TAGV,
  TSUID;

  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the subject of a word on the topic.
  ///
  /// @throws IllegalArgumentException if there is none
  static Subject of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }
}
