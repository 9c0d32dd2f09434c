package goku.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// A loader of records whose components carry [Key]. Settings come from defaults, a YAML file, the
/// environment and flags, and later sources win. Stateless.
public final class ConfigLoader {
  private ConfigLoader() {}

  /// Returns the record that all sources together give.
  ///
  /// @throws ConfigProblems with all problems of all sources
  public static <R extends Record> R load(Class<R> type, Sources sources) {
    List<KeySpec> keys = KeySpec.of(type);
    List<Problem> problems = new ArrayList<>();
    Map<String, Setting> settings = new HashMap<>();
    sources.file().ifPresent(file -> settings.putAll(fileSettings(file, keys, problems)));
    settings.putAll(EnvironmentSettings.read(sources.environment(), keys, problems));
    settings.putAll(FlagSettings.read(sources.flags(), keys, problems));
    Map<String, Object> values = Binder.values(keys, settings, ConfigLoader::missing, problems);
    if (problems.isEmpty()) {
      try {
        return Binder.create(type, "", values);
      } catch (IllegalArgumentException e) {
        problems.add(new Problem("", "", "", String.valueOf(e.getMessage())));
      }
    }
    throw new ConfigProblems(problems);
  }

  /// Returns the names of environment variables that begin with `GOKU_` and are ignored, because
  /// they are no keys of the record and resemble none.
  public static List<String> ignored(
      Class<? extends Record> type, Map<String, String> environment) {
    return EnvironmentSettings.ignored(environment.keySet(), KeySpec.of(type));
  }

  /// Returns the record of the defaults and the flags, for tests and for services wired in one
  /// process.
  ///
  /// @throws ConfigProblems when a required key has no value
  public static <R extends Record> R defaults(Class<R> type, String... flags) {
    return load(type, new Sources(Optional.empty(), Map.of(), List.of(flags)));
  }

  private static Map<String, Setting> fileSettings(
      Path file, List<KeySpec> keys, List<Problem> problems) {
    try {
      var top = new YamlScope(file.toString(), "", problems);
      return YamlDocument.read(Files.readString(file), file.toString(), problems)
          .map(root -> new FileSettings(top, keys, Set.of()).read(root))
          .orElse(Map.of());
    } catch (IOException e) {
      String reason = e instanceof NoSuchFileException ? "no such file" : e.toString();
      problems.add(new Problem("", file.toString(), "", "cannot be read: " + reason));
      return Map.of();
    }
  }

  private static Problem missing(KeySpec spec) {
    String ways = "in the file, as %s or as %s".formatted(spec.variable(), spec.flag());
    return new Problem("", spec.name(), "", "is required; give it " + ways);
  }
}
