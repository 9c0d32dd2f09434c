package goku.ingest.parse;

import goku.model.NameText;
import org.jspecify.annotations.Nullable;

/// A reader of the names of a put line of which some are in quotes, `put "a metric" 1 2 id="G1 Eden
/// Space"`. In quotes, `\"` stands for a quote and `\\` for a backslash. Any other backslash stands
/// for itself, so that paths of Windows stay readable. Copies the names, because their stored bytes
/// differ from the line. Owned by one thread.
final class QuotedWords {
  private final SeriesNameRules rules;

  // the line being read
  private byte[] line = {};
  private int at;
  private int end;

  private byte[] text = {};
  private int textEnd;

  QuotedWords(SeriesNameRules rules) {
    this.rules = rules;
  }

  /// Begins a line at its metric.
  void begin(byte[] bytes, int metricStart, int lineEnd) {
    line = bytes;
    at = metricStart;
    end = lineEnd;
    textEnd = 0;
    if (text.length < lineEnd - metricStart) {
      text = new byte[lineEnd - metricStart];
    }
  }

  /// Returns the array of the copied names. It stays the same until the next line.
  byte[] text() {
    return text;
  }

  /// Returns the index in the line after the last name.
  int at() {
    return at;
  }

  @Nullable Rejection metric(NameBuilder names) {
    Rejection rejection = name(Reason.METRIC_BAD_CHARACTER, "metric name", false);
    return rejection == null ? names.metric(0, textEnd) : rejection;
  }

  /// Reads the tags from `start` on.
  @Nullable Rejection tags(int start, NameBuilder names) {
    at = start;
    Rejection rejection = null;
    while (rejection == null && skipBlanks()) {
      rejection = tag(names);
    }
    return rejection;
  }

  private @Nullable Rejection tag(NameBuilder names) {
    int start = at;
    int key = textEnd;
    Rejection rejection = name(Reason.TAG_BAD_CHARACTER, "tag key", false);
    if (rejection != null) {
      return rejection;
    }
    if (at == end || line[at] != '=') {
      return unquoted(Reason.TAG_MALFORMED, start, "wanted key=value");
    }
    int equals = textEnd;
    text[textEnd++] = line[at++];
    rejection = name(Reason.TAG_BAD_CHARACTER, NameBuilder.valueOf(text, key, equals), true);
    return rejection == null ? names.tag(key, equals, textEnd) : rejection;
  }

  /// Copies the name at the current index, plain or in quotes, up to a blank, or of a key also to
  /// an `=`.
  private @Nullable Rejection name(Reason reason, String field, boolean isValue) {
    int start = at;
    if (at == end || line[at] != LineParser.QUOTE) {
      at = rules.endOfWord(line, start, end);
      System.arraycopy(line, start, text, textEnd, at - start);
      textEnd += at - start;
      boolean isWhole = at == end || LineParser.isBlank(line[at]) || (line[at] == '=' && !isValue);
      return isWhole
          ? null
          : SeriesNameRules.badCharacter(reason, field, line, start, at, endOfWord());
    }
    int from = textEnd;
    if (!copyQuoted()) {
      return unquoted(reason, start, "wanted a quote at the end of the " + field);
    }
    int stop = rules.endOfText(text, from, textEnd, isValue);
    if (stop < textEnd) {
      return SeriesNameRules.badCharacter(reason, field, text, from, stop, textEnd);
    }
    NameText.store(text, from, textEnd);
    return at == end || LineParser.isBlank(line[at]) || line[at] == '='
        ? null
        : unquoted(reason, start, "wanted a blank after the quotes of the " + field);
  }

  /// Copies from the opening quote on, and returns whether there is a closing one.
  private boolean copyQuoted() {
    at++;
    while (at < end && line[at] != LineParser.QUOTE) {
      if (line[at] == '\\' && at + 1 < end && (line[at + 1] == '"' || line[at + 1] == '\\')) {
        at++;
      }
      text[textEnd++] = line[at++];
    }
    boolean isClosed = at < end;
    at++;
    return isClosed;
  }

  private Rejection unquoted(Reason reason, int start, String wanted) {
    at = Math.min(at, end);
    return new Rejection(
        reason == Reason.METRIC_BAD_CHARACTER ? reason : Reason.TAG_MALFORMED,
        "invalid word: %s: %s".formatted(Rejection.show(line, start, endOfWord()), wanted));
  }

  private int endOfWord() {
    int stop = at;
    while (stop < end && !LineParser.isBlank(line[stop])) {
      stop++;
    }
    return stop;
  }

  private boolean skipBlanks() {
    while (at < end && LineParser.isBlank(line[at])) {
      at++;
    }
    return at < end;
  }
}
