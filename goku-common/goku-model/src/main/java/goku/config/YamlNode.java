package goku.config;

import java.util.List;
import java.util.Map;

/// A node of a YAML document with its line, for messages. Scalars are kept as written, because
/// their meaning depends on the key. Variables and flags are scalars too, on line 0.
sealed interface YamlNode {
  int line();

  /// Returns the part of the text that fits into a message.
  String shown();

  record Scalar(String text, int line) implements YamlNode {
    private static final int SHOWN = 80;

    @Override
    public String shown() {
      return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
  }

  record Sequence(List<YamlNode> items, int line) implements YamlNode {
    @Override
    public String shown() {
      return "(a list)";
    }
  }

  /// A map whose entries are in the order of the document.
  record Mapping(Map<String, YamlNode> entries, int line) implements YamlNode {
    /// Returns the value of a key, which may be written with dots or as nested maps. Returns this
    /// map when there is no such key.
    YamlNode at(String key) {
      YamlNode whole = entries.get(key);
      int dot = key.indexOf('.');
      if (whole != null || dot < 0) {
        return whole == null ? this : whole;
      }
      return entries.get(key.substring(0, dot)) instanceof Mapping inner
          ? inner.at(key.substring(dot + 1))
          : this;
    }

    @Override
    public String shown() {
      return "(a map)";
    }
  }
}
