package goku.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A reader of the settings of known keys from environment variables.
final class EnvironmentSettings {
  /// The variables that only the launcher script reads.
  private static final Set<String> OF_LAUNCHER =
      Set.of("GOKU_JAVA_HOME", "GOKU_HEAP", "GOKU_OPTS", "GOKU_LOG_FORMAT");

  private EnvironmentSettings() {}

  static Map<String, Setting> read(
      Map<String, String> environment, List<KeySpec> keys, List<Problem> problems) {
    Map<String, KeySpec> byVariable =
        keys.stream().collect(Collectors.toMap(KeySpec::variable, Function.identity()));
    Map<String, Setting> settings = new HashMap<>();
    new TreeMap<>(environment)
        .forEach(
            (variable, text) -> {
              KeySpec spec = byVariable.get(variable);
              if (spec != null) {
                String source = "environment variable " + variable;
                settings.put(spec.name(), Setting.ofText(spec.name(), text, source));
              } else if (variable.startsWith("GOKU_") && !OF_LAUNCHER.contains(variable)) {
                String message = "is not known" + Suggestion.of(variable, byVariable.keySet());
                problems.add(new Problem("environment variable", variable, "", message));
              }
            });
    return settings;
  }
}
