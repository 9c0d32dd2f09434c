package goku.config;

import org.apache.commons.text.WordUtils;

/// The help text of the keys of a configuration record, grouped by their prefixes.
public final class ConfigHelp {
  private static final int LEAST_WIDTH = 40;
  private static final String INDENT = " ".repeat(6);

  private final int width;
  private final StringBuilder text = new StringBuilder();

  private ConfigHelp(int width) {
    this.width = Math.max(width, LEAST_WIDTH);
  }

  /// Returns a heading per group of keys, and three lines per key: its flag and default, its
  /// description, and the allowed values. Longer descriptions take more lines.
  ///
  /// @param width the longest line in characters, at least 40
  public static String of(Class<? extends Record> type, int width) {
    var help = new ConfigHelp(width);
    String group = "";
    for (KeySpec spec : KeySpec.of(type)) {
      if (!group(spec).equals(group)) {
        group = group(spec);
        help.text.append("%n %s%n".formatted(group));
      }
      help.add(spec);
    }
    return help.text.toString();
  }

  /// Returns a flag of the record with its default, as an example; empty if no key has a default.
  public static String example(Class<? extends Record> type) {
    return KeySpec.of(type).stream()
        .filter(spec -> !spec.key().byDefault().isEmpty())
        .findFirst()
        .map(spec -> spec.flag() + "=" + spec.key().byDefault())
        .orElse("");
  }

  private static String group(KeySpec spec) {
    int dot = spec.name().lastIndexOf('.');
    return dot < 0 ? "general" : spec.name().substring(0, dot);
  }

  private void add(KeySpec spec) {
    String byDefault = spec.key().byDefault();
    String shown = spec.isRequired() ? "required" : byDefault.isEmpty() ? "empty" : byDefault;
    text.append("  %s  (%s)%n".formatted(spec.flag(), shown));
    wrap(spec.key().doc());
    wrap(spec.allowed());
  }

  private void wrap(String words) {
    String lines = WordUtils.wrap(words, width - INDENT.length(), "%n".formatted(), false);
    text.append("%s%n".formatted(lines.indent(INDENT.length()).stripTrailing()));
  }
}
