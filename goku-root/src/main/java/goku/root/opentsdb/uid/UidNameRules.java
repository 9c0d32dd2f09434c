package goku.root.opentsdb.uid;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/// The rules for names that can be assigned a UID: those of an ingestor with default settings. An
/// ingestor with OpenTSDB's strict rules rejects more names.
final class UidNameRules {
  private static final String FORBIDDEN = "={},\"";
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
        .filter(UidNameRules::isForbidden)
        .mapToObj(
            character ->
                "Invalid %s (\"%s\"): illegal character: %s".formatted(kind, name, show(character)))
        .findFirst();
  }

  private static boolean isForbidden(int character) {
    return FORBIDDEN.indexOf(character) >= 0
        || Character.isISOControl(character)
        || Character.isWhitespace(character)
        || Character.isSpaceChar(character)
        || Character.getType(character) == Character.SURROGATE;
  }

  private static String show(int character) {
    return character > ' ' && character != 0x7f
        ? Character.toString(character)
        : "U+%04X".formatted(character);
  }
}
