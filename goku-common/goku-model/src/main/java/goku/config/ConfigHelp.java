package goku.config;

import java.util.stream.Collectors;

/// The keys of a configuration record as text for people.
public final class ConfigHelp {
  private ConfigHelp() {}

  /// Two lines per key: its flag with default, then what it does and what it may be.
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
