package goku.standalone;

import goku.http.access.Grant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// What the commands that print lines of the auth file can say about rights.
final class GrantOptions {
  @Option(
      names = "--roles",
      paramLabel = "ROLES",
      description = "write, read, metrics and admin, separated by commas; all unless given.")
  private @Nullable String roles;

  @Option(
      names = "--namespaces",
      paramLabel = "NAMES",
      description = "The namespaces that can be written and read; all unless given.")
  private @Nullable String namespaces;

  @Option(
      names = "--datapoints-per-second",
      paramLabel = "N",
      description = "How many each ingestor takes; any number unless given.")
  private @Nullable String datapoints;

  @Option(
      names = "--queries-per-second",
      paramLabel = "N",
      description = "How many each root answers; any number unless given.")
  private @Nullable String queries;

  /// A line of the auth file with these rights.
  ///
  /// @param identity name and hash
  /// @throws IllegalArgumentException saying which option is wrong
  String line(String identity) {
    List<String> words = new ArrayList<>();
    add(words, "roles", roles);
    add(words, "namespaces", namespaces);
    add(words, "datapoints-per-second", datapoints);
    add(words, "queries-per-second", queries);
    return (identity + " " + Grant.parse(words).text()).strip();
  }

  private static void add(List<String> words, String key, @Nullable String value) {
    if (value != null) {
      words.add(key + "=" + value);
    }
  }
}
