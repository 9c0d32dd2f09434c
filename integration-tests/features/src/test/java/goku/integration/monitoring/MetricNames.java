package goku.integration.monitoring;

import goku.integration.fixture.GokuProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The names of metrics in the sources of the product.
///
/// @param whole names
/// @param begun names of which the rest is put together where they are registered: `goku.long.`
record MetricNames(Set<String> whole, Set<String> begun) {
  private static final Pattern LITERAL = Pattern.compile("\"(goku\\.[a-z0-9.]+)\"");

  /// Properties of the system and names of files and loggers, which look the same.
  private static final Set<String> OTHERS =
      Set.of("goku.console.level", "goku.log", "goku.log.file", "goku.lock");

  static MetricNames ofTheSources() throws IOException {
    Set<String> whole = new TreeSet<>();
    Set<String> begun = new TreeSet<>();
    for (String name : literals(LITERAL, "")) {
      if (!OTHERS.contains(name)) {
        (name.endsWith(".") ? begun : whole).add(name);
      }
    }
    whole.addAll(madeOfServices());
    return new MetricNames(whole, begun);
  }

  /// `goku.<service>.changes`, of which the service is given.
  private static Set<String> madeOfServices() {
    return Set.of(
        "goku.ingest.changes",
        "goku.short.changes",
        "goku.short.buckets.changes",
        "goku.compactor.changes",
        "goku.long.changes");
  }

  /// Returns the agent's metrics.
  static Set<String> ofTheAgent() throws IOException {
    String directory = "goku-standalone/src/main/java/goku/standalone/agent";
    Set<String> all = literals(Pattern.compile("\"((?:host|jvm)\\.[a-z.]+)\""), directory);
    List<String> begun = all.stream().filter(name -> name.endsWith(".")).toList();
    // of names that are put together, all that could be made
    Set<String> words = literals(Pattern.compile("\"([a-z]+)\""), directory);
    begun.forEach(name -> words.forEach(word -> all.add(name + word)));
    return all;
  }

  private static Set<String> literals(Pattern pattern, String directory) throws IOException {
    Set<String> all = new TreeSet<>();
    try (Stream<Path> files = Files.walk(GokuProcess.checkout().resolve(directory))) {
      List<Path> sources =
          files
              .filter(file -> file.toString().matches(".*/src/main/.*\\.java"))
              .filter(file -> !file.toString().contains("goku-benchmarks"))
              .filter(file -> !file.toString().contains("goku-testkit"))
              // sent by services of others, not served by ours
              .filter(file -> !file.toString().contains("goku-client"))
              .toList();
      for (Path source : sources) {
        pattern.matcher(read(source)).results().map(MetricNames::name).forEach(all::add);
      }
    }
    return all;
  }

  private static String name(MatchResult found) {
    return found.group(1);
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
