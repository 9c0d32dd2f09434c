package goku.ingest.parse;

import goku.model.NameText;

/// A rejected datapoint: the reason, and a message that names field, value and limit.
public record Rejection(Reason reason, String message) {
  /// The length at which a message cuts a value, about that of the longest word of a name.
  private static final int SHOWN_CHARACTERS = 1_000;

  /// Returns the rejection of a datapoint of a metric.
  ///
  /// @param metric the metric in quotes
  public Rejection ofMetric(String metric) {
    return new Rejection(reason, message + " (metric " + metric + ")");
  }

  /// Returns the text in quotes for a message, truncated if it is long.
  static String show(String text) {
    return '"' + begin(text) + '"';
  }

  /// Returns the text for a message, truncated if it is long.
  static String begin(String text) {
    return text.length() > SHOWN_CHARACTERS ? text.substring(0, SHOWN_CHARACTERS) + "..." : text;
  }

  /// Returns the bytes in quotes for a message, truncated if they are long.
  static String show(byte[] bytes, int offset, int end) {
    // no character takes more than four bytes
    int length = Math.min(end - offset, SHOWN_CHARACTERS * 4);
    return show(NameText.text(bytes, offset, length));
  }
}
