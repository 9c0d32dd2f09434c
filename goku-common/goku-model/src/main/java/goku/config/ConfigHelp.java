package goku.config;

import java.util.stream.Collectors;

/// The help text of the keys of a configuration record.
public final class ConfigHelp {
  private ConfigHelp() {}

  /// Returns three lines per key: its flag and default, its description, and the allowed values.
  public static String of(Class<? extends Record> type) {
    return KeySpec.of(type).stream().map(ConfigHelp::lines).collect(Collectors.joining());
  }

  private static String lines(KeySpec spec) {
    String byDefault = spec.key().byDefault();
    String shown = spec.isRequired() ? "required" : byDefault.isEmpty() ? "empty" : byDefault;
    return "  %s  (%s)%n      %s%n      %s%n"
        .formatted(spec.flag(), shown, spec.key().doc(), spec.allowed());
  }
}
