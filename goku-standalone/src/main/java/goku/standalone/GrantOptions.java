package goku.standalone;

import goku.http.access.Grant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for permissions of commands that print lines of the auth file.
final class GrantOptions {
  @Option(
      names = "--roles",
      paramLabel = "ROLES",
      description = "write, read, metrics and admin, separated by commas (default: all)")
  private @Nullable String roles;

  @Option(
      names = "--namespaces",
      paramLabel = "NAMES",
      description = "namespaces that the user can write and read (default: all)")
  private @Nullable String namespaces;

  @Option(
      names = "--datapoints-per-second",
      paramLabel = "N",
      description = "datapoints per second at each ingestor (default: unlimited)")
  private @Nullable String datapoints;

  @Option(
      names = "--queries-per-second",
      paramLabel = "N",
      description = "queries per second at each root (default: unlimited)")
  private @Nullable String queries;

  /// Returns a line of the auth file with these permissions.
  ///
  /// @param identity name and hash
  /// @throws IllegalArgumentException if an option is invalid; the message names it
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
