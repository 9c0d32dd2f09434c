package goku.integration.reference;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// A filter on the value of one tag key.
///
/// @param type as OpenTSDB names it, for example `iliteral_or`
/// @param text what stands in its parentheses
public record Filter(String type, String key, String text, boolean groupBy) {
  public static final List<String> TYPES =
      List.of(
          "literal_or",
          "iliteral_or",
          "not_literal_or",
          "not_iliteral_or",
          "wildcard",
          "iwildcard",
          "regexp",
          "not_key");

  /// @param value null when the series lacks the key, which no filter but `not_key` takes
  boolean accepts(@Nullable String value) {
    if (value == null) {
      return type.equals("not_key");
    }
    return switch (type) {
      case "literal_or" -> literals().contains(value);
      case "iliteral_or" -> literals(text.toLowerCase(Locale.ROOT)).contains(lower(value));
      case "not_literal_or" -> !literals().contains(value);
      case "not_iliteral_or" -> !literals(text.toLowerCase(Locale.ROOT)).contains(lower(value));
      case "wildcard" -> matches(text, value);
      case "iwildcard" -> matches(lower(text), lower(value));
      // "regexp matches anywhere in the value unless anchored."
      case "regexp" -> Pattern.compile(text).matcher(value).find();
      case "not_key" -> false;
      default -> throw new IllegalArgumentException("no filter is called " + type);
    };
  }

  /// The alternatives: "a trailing pipe is ignored".
  List<String> literals() {
    return literals(text);
  }

  private static List<String> literals(String text) {
    return List.of(text.split("\\|", 0));
  }

  /// Returns whether the text matches the form, in which an asterisk stands for any text.
  private static boolean matches(String form, String text) {
    if (form.isEmpty()) {
      return text.isEmpty();
    }
    if (form.charAt(0) == '*') {
      for (int taken = 0; taken <= text.length(); taken++) {
        if (matches(form.substring(1), text.substring(taken))) {
          return true;
        }
      }
      return false;
    }
    return !text.isEmpty()
        && form.charAt(0) == text.charAt(0)
        && matches(form.substring(1), text.substring(1));
  }

  private static String lower(String text) {
    return text.toLowerCase(Locale.ROOT);
  }
}
