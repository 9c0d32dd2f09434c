package goku.root.opentsdb.uid;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/// The rules for names that can be assigned a UID: those of an ingestor with default settings for
/// names in JSON. An ingestor with OpenTSDB's strict rules rejects more names.
final class UidNameRules {
  private static final int MAX_BYTES = 1024;

  private UidNameRules() {}

  /// Returns the problem with the name, or empty if the name is valid.
  ///
  /// @param kind metric, tagk or tagv
  static Optional<String> problem(String kind, String name) {
    if (name.isEmpty()) {
      return Optional.of("Invalid %s: empty string".formatted(kind));
    }
    int bytes = name.getBytes(UTF_8).length;
    if (bytes > MAX_BYTES) {
      return Optional.of(
          "Invalid %s: length is %d bytes, the limit is %d".formatted(kind, bytes, MAX_BYTES));
    }
    return name.codePoints()
        .filter(character -> isForbidden(kind, character))
        .mapToObj(
            character ->
                "Invalid %s (\"%s\"): illegal character: %s".formatted(kind, name, show(character)))
        .findFirst();
  }

  private static boolean isForbidden(String kind, int character) {
    return (character == '=' && !kind.equals("tagv"))
        || Character.isISOControl(character)
        || Character.getType(character) == Character.SURROGATE;
  }

  private static String show(int character) {
    return character > ' ' && character != 0x7f
        ? Character.toString(character)
        : "U+%04X".formatted(character);
  }
}
