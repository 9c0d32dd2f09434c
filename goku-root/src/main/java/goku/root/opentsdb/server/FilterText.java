package goku.root.opentsdb.server;

/// The description of each type of filter in `/api/config/filters`.
final class FilterText {
  private FilterText() {}

  static String example(String type) {
    return "host=%s(%s)"
        .formatted(
            type,
            switch (type) {
              case "wildcard", "iwildcard" -> "web*";
              case "regexp" -> "^web[0-9]+$";
              case "not_key" -> "";
              default -> "web01|web02";
            });
  }

  static String description(String type) {
    return switch (type) {
      case "literal_or" -> "One of these values, separated by pipes.";
      case "iliteral_or" -> "One of these values, separated by pipes, in any case.";
      case "not_literal_or" -> "None of these values, separated by pipes.";
      case "not_iliteral_or" -> "None of these values, separated by pipes, in any case.";
      case "wildcard" -> "The value with * standing for any text.";
      case "iwildcard" -> "The value with * standing for any text, in any case.";
      case "regexp" -> "A regular expression (RE2), found anywhere in the value.";
      default -> "Only series without this tag key; the filter is empty.";
    };
  }
}
