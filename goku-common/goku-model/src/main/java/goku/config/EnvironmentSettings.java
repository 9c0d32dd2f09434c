package goku.config;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.commons.text.similarity.LevenshteinDistance;

/// A reader of the settings of known keys from environment variables. A variable that looks like a
/// mistyped key is a problem. Other variables that begin with `GOKU_` belong to somebody else, such
/// as `GOKU_HOME` of a script, and are ignored.
final class EnvironmentSettings {
  private static final String PREFIX = "GOKU_";

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
              } else if (isUnknown(variable, byVariable.keySet())) {
                meant(variable, byVariable.keySet())
                    .ifPresent(name -> problems.add(mistyped(variable, name)));
              }
            });
    return settings;
  }

  private static Problem mistyped(String variable, String meant) {
    String message = "is not known; did you mean '%s'?".formatted(meant);
    return new Problem("environment variable", variable, "", message);
  }

  /// Returns the variables that belong to somebody else, in ascending order.
  static List<String> ignored(Set<String> variables, List<KeySpec> keys) {
    Set<String> known = keys.stream().map(KeySpec::variable).collect(Collectors.toSet());
    return variables.stream()
        .filter(variable -> isUnknown(variable, known) && meant(variable, known).isEmpty())
        .sorted()
        .toList();
  }

  private static boolean isUnknown(String variable, Set<String> known) {
    return variable.startsWith(PREFIX)
        && !OF_LAUNCHER.contains(variable)
        && !known.contains(variable);
  }

  /// Returns the known variable that was mistyped; empty if there is none.
  private static Optional<String> meant(String variable, Set<String> known) {
    return known.stream()
        .filter(name -> isMistyped(variable, name))
        .min(Comparator.comparing(name -> MISTYPED.apply(variable, name)));
  }

  /// Returns whether at most two letters differ, and no more than a third of a short name: HOME is
  /// not MODE. Swapped letters differ twice.
  private static boolean isMistyped(String variable, String name) {
    int differing = MISTYPED.apply(variable, name);
    int third = (variable.length() - PREFIX.length()) / 3;
    return differing >= 0
        && (differing <= third || Arrays.equals(letters(variable), letters(name)));
  }

  private static int[] letters(String name) {
    return name.chars().sorted().toArray();
  }
}
