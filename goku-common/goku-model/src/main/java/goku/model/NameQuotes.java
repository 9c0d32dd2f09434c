package goku.model;

import java.util.ArrayList;
import java.util.List;

/// The quoting of names in put lines and in the texts of queries: `"G1 Eden Space"`. In quotes,
/// `\"` stands for a quote and `\\` for a backslash, and any other backslash for itself. Stateless.
///
/// Names may contain quotes themselves. A quote therefore begins a quoted name only at the begin of
/// a text or after a separator, and only if another quote ends the name before a separator or the
/// end of the text.
public final class NameQuotes {
  private static final char QUOTE = '"';
  private static final char ESCAPE = '\\';
  private static final String SEPARATORS = ":,=|{}()";

  /// Characters that a put line allows only in quotes.
  private static final String QUOTED_IN_LINES = " \"={},";

  private NameQuotes() {}

  /// Returns the name as a put line needs it, in quotes if it has characters that need them.
  public static String quote(String name) {
    boolean plain =
        name.codePoints()
            .noneMatch(c -> QUOTED_IN_LINES.indexOf(c) >= 0 || Character.isSpaceChar(c));
    if (plain) {
      return name;
    }
    return QUOTE + name.replace("\\", "\\\\").replace("\"", "\\\"") + QUOTE;
  }

  /// Returns the index after the quoted name that begins at `at`, or -1 if none does.
  public static int end(String text, int at) {
    if (at >= text.length() || text.charAt(at) != QUOTE || !isAfterSeparator(text, at)) {
      return -1;
    }
    int stop = at + 1;
    while (stop < text.length() && text.charAt(stop) != QUOTE) {
      stop += isEscape(text, stop) ? 2 : 1;
    }
    return stop < text.length() && isBeforeSeparator(text, stop + 1) ? stop + 1 : -1;
  }

  /// Returns the name without its quotes, or the text itself if it is not in quotes.
  public static String unquote(String text) {
    if (end(text, 0) != text.length() || text.isEmpty()) {
      return text;
    }
    var name = new StringBuilder();
    for (int at = 1; at < text.length() - 1; at++) {
      at += isEscape(text, at) ? 1 : 0;
      name.append(text.charAt(at));
    }
    return name.toString();
  }

  /// Returns whether the text has a quoted name.
  public static boolean hasQuoted(String text) {
    for (int at = text.indexOf(QUOTE); at >= 0; at = text.indexOf(QUOTE, at + 1)) {
      if (end(text, at) >= 0) {
        return true;
      }
    }
    return false;
  }

  /// Returns the index of the first such character from `from` on that is not in quotes, or -1.
  public static int indexOf(String text, char wanted, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) != wanted) {
      int end = end(text, at);
      at = end < 0 ? at + 1 : end;
    }
    return at < text.length() ? at : -1;
  }

  /// Returns the parts between separators that are not in quotes.
  public static List<String> split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int from = 0;
    for (int at = indexOf(text, separator, 0); at >= 0; at = indexOf(text, separator, from)) {
      parts.add(text.substring(from, at));
      from = at + 1;
    }
    parts.add(text.substring(from));
    return parts;
  }

  private static boolean isEscape(String text, int at) {
    return text.charAt(at) == ESCAPE
        && at + 1 < text.length()
        && (text.charAt(at + 1) == QUOTE || text.charAt(at + 1) == ESCAPE);
  }

  private static boolean isAfterSeparator(String text, int at) {
    int before = at - 1;
    while (before >= 0 && text.charAt(before) == ' ') {
      before--;
    }
    return before < 0 || SEPARATORS.indexOf(text.charAt(before)) >= 0;
  }

  private static boolean isBeforeSeparator(String text, int at) {
    int after = at;
    while (after < text.length() && text.charAt(after) == ' ') {
      after++;
    }
    return after == text.length() || SEPARATORS.indexOf(text.charAt(after)) >= 0;
  }
}
