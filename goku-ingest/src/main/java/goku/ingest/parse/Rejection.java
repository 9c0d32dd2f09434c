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

  /// Returns the bytes in quotes for a message, truncated if they are long.
  static String show(byte[] bytes, int offset, int end) {
    // no character takes more than four bytes
    int length = Math.min(end - offset, SHOWN_CHARACTERS * 4);
    String text = NameText.text(bytes, offset, length);
    if (text.length() > SHOWN_CHARACTERS) {
      text = text.substring(0, SHOWN_CHARACTERS) + "...";
    }
    return '"' + text + '"';
  }
}
