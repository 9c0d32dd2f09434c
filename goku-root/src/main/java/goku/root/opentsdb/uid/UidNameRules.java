package goku.root.opentsdb.uid;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Optional;

/// Which names a datapoint may have, as an ingestor with its default settings decides it. One that
/// is set to OpenTSDB's strict rules refuses more.
final class UidNameRules {
  private static final String FORBIDDEN = "={},\"";
  private static final int MAX_BYTES = 1024;

  private UidNameRules() {}

  /// What is wrong with the name, if something is.
  ///
  /// @param kind metric, tagk or tagv
  static Optional<String> problem(String kind, String name) {
    if (name.isEmpty()) {
      return Optional.of("Invalid %s: empty string".formatted(kind));
    }
    int bytes = name.getBytes(UTF_8).length;
    if (bytes > MAX_BYTES) {
      return Optional.of(
          "Invalid %s: it has %d bytes, the limit is %d".formatted(kind, bytes, MAX_BYTES));
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
