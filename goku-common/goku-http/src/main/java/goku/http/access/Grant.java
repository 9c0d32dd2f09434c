package goku.http.access;

import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The permissions of a line of the auth file.
///
/// @param namespaces the namespaces that can be written and read; empty for all
/// @param datapointsPerSecond the limit at each ingestor; 0 for none
/// @param queriesPerSecond the limit at each root; 0 for none
public record Grant(
    Set<Role> roles, Set<String> namespaces, int datapointsPerSecond, int queriesPerSecond) {
  /// All permissions.
  public static final Grant ALL = new Grant(EnumSet.allOf(Role.class), Set.of(), 0, 0);

  /// No permission.
  static final Grant NONE = new Grant(Set.of(), Set.of(), 0, 0);

  private static final int MAX_RATE = 1_000_000_000;

  /// @throws IllegalArgumentException if roles of the whole process are limited to namespaces
  public Grant {
    roles = Set.copyOf(roles);
    namespaces = Set.copyOf(namespaces);
    if (!namespaces.isEmpty() && (roles.contains(Role.ADMIN) || roles.contains(Role.METRICS))) {
      throw new IllegalArgumentException(
          "namespaces= goes with roles=write, roles=read or roles=read,write: admin and metrics are"
              + " of the whole process");
    }
  }

  /// Parses `roles=write,read namespaces=a,b datapoints-per-second=1000 queries-per-second=5`, of
  /// which every part is optional. Without `roles=` everything is allowed.
  ///
  /// @throws IllegalArgumentException if a word is invalid; the message names it
  public static Grant parse(List<String> words) {
    Set<Role> roles = EnumSet.allOf(Role.class);
    Set<String> namespaces = new TreeSet<>();
    int datapoints = 0;
    int queries = 0;
    Set<String> seen = new TreeSet<>();
    for (String word : words) {
      int equals = word.indexOf('=');
      String key = equals < 0 ? "" : word.substring(0, equals);
      String value = word.substring(equals + 1);
      if (!seen.add(key)) {
        throw new IllegalArgumentException(
            key.isEmpty() ? unknownKey() : "'" + key + "=' is there twice");
      }
      switch (key) {
        case "roles" -> roles = roles(value);
        case "namespaces" -> namespaces.addAll(list(key, value));
        case "datapoints-per-second" -> datapoints = rate(key, value);
        case "queries-per-second" -> queries = rate(key, value);
        default -> throw new IllegalArgumentException(unknownKey());
      }
    }
    return new Grant(roles, namespaces, datapoints, queries);
  }

  /// Returns the text that `parse` reads; empty for all permissions.
  public String text() {
    StringBuilder text = new StringBuilder();
    if (!roles.equals(ALL.roles)) {
      List<String> words = roles.stream().sorted().map(Role::word).toList();
      text.append(" roles=").append(String.join(",", words));
    }
    if (!namespaces.isEmpty()) {
      text.append(" namespaces=").append(String.join(",", new TreeSet<>(namespaces)));
    }
    if (datapointsPerSecond > 0) {
      text.append(" datapoints-per-second=").append(datapointsPerSecond);
    }
    if (queriesPerSecond > 0) {
      text.append(" queries-per-second=").append(queriesPerSecond);
    }
    return text.toString().strip();
  }

  /// Returns whether it is limited to some namespaces.
  public boolean isLimited() {
    return !namespaces.isEmpty();
  }

  boolean reaches(String namespace) {
    return namespaces.isEmpty() || namespaces.contains(namespace);
  }

  private static Set<Role> roles(String value) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    for (String word : list("roles", value)) {
      roles.add(
          Arrays.stream(Role.values())
              .filter(role -> role.word().equals(word))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "roles= takes write, read, metrics and admin, separated by commas")));
    }
    return Collections.unmodifiableSet(roles);
  }

  private static List<String> list(String key, String value) {
    List<String> words = List.of(value.split(",", -1));
    if (words.stream().anyMatch(String::isEmpty)) {
      throw new IllegalArgumentException(key + "= takes words separated by commas, without blanks");
    }
    return words;
  }

  private static int rate(String key, String value) {
    int rate = value.matches("\\d{1,10}") ? (int) Math.min(Long.parseLong(value), 1L << 30) : 0;
    if (rate < 1 || rate > MAX_RATE) {
      throw new IllegalArgumentException(key + "= takes a number from 1 to " + MAX_RATE);
    }
    return rate;
  }

  /// Returns a message without the word, which may be a misplaced secret.
  private static String unknownKey() {
    return "allowed after the hash: roles=, namespaces=, datapoints-per-second= and"
        + " queries-per-second=, separated by spaces";
  }
}
