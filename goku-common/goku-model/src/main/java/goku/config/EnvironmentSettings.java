package goku.config;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.LevenshteinDistance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A reader of the settings of known keys from environment variables. A variable that looks like a
/// mistyped key is a problem. Other variables that begin with `GOKU_` belong to somebody else, such
/// as `GOKU_HOME` of a script, and are logged and ignored.
final class EnvironmentSettings {
  private static final Logger LOG = LoggerFactory.getLogger(EnvironmentSettings.class);

  /// The differing letters up to which a variable counts as mistyped.
  private static final LevenshteinDistance MISTYPED = new LevenshteinDistance(2);

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
                unknown(variable, byVariable.keySet(), problems);
              }
            });
    return settings;
  }

  private static void unknown(String variable, Set<String> known, List<Problem> problems) {
    known.stream()
        .filter(name -> MISTYPED.apply(variable, name) >= 0)
        .min(Comparator.comparing(name -> MISTYPED.apply(variable, name)))
        .ifPresentOrElse(
            name ->
                problems.add(
                    new Problem(
                        "environment variable",
                        variable,
                        "",
                        "is not known; did you mean '%s'?".formatted(name))),
            () -> LOG.warn("unknown environment variable ignored name={}", variable));
  }
}
