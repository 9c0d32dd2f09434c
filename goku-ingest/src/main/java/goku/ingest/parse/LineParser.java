package goku.ingest.parse;

import org.jspecify.annotations.Nullable;

/// A parser of one put line, `[put] <metric> <timestamp> <value> [<tagk>=<tagv> ...]`, that works
/// on bytes without creating strings. A first word `put` is always the command, never a metric.
/// Owned by one thread.
public final class LineParser {
  private static final int MIN_FIELDS = 3;

  private final SeriesNameRules rules;
  private final int maxLineBytes;
  private final NameBuilder names;
  private final NumberParser numbers;
  private final TimestampParser timestamps = new TimestampParser();
  private final KnownTags known;

  // the line being read
  private byte[] bytes = {};
  private int at;
  private int end;

  /// Creates a parser for the lines of one agent.
  public LineParser(SeriesNameRules rules, int maxLineBytes) {
    this(rules, maxLineBytes, new KnownTags(KnownTags.FEW));
  }

  LineParser(SeriesNameRules rules, int maxLineBytes, KnownTags known) {
    this.known = known;
    this.rules = rules;
    this.maxLineBytes = maxLineBytes;
    this.names = new NameBuilder(rules);
    this.numbers = new NumberParser(rules.strict());
  }

  /// Parses a line without its terminator. Returns null and fills the datapoint, or returns the
  /// reason for the rejection.
  public @Nullable Rejection parse(byte[] line, int offset, int length, Datapoint into) {
    if (length > maxLineBytes) {
      return new Rejection(
          Reason.LINE_TOO_LONG,
          "Line of %d bytes, maximum allowed: %d".formatted(length, maxLineBytes));
    }
    bytes = line;
    end = offset + length;
    at = skipPut(offset);
    Rejection rejection = parseFields(into);
    return rejection == null ? finish(into) : rejection;
  }

  private @Nullable Rejection finish(Datapoint into) {
    int tags = at;
    CanonicalTags canonical = known.find(bytes, tags, end);
    if (canonical != null) {
      return names.finish(into, canonical);
    }
    Rejection rejection = parseTags(into);
    if (rejection == null) {
      known.add(bytes, tags, end, into.tags);
    }
    return rejection;
  }

  private int skipPut(int offset) {
    int start = skipBlanks(offset);
    return beginsWithPut(bytes, start, end) ? nextField(start + 3) : start;
  }

  /// Returns whether the first word of a line is the command `put`.
  public static boolean beginsWithPut(byte[] bytes, int start, int end) {
    return end - start >= 3
        && bytes[start] == 'p'
        && bytes[start + 1] == 'u'
        && bytes[start + 2] == 't'
        && (end - start == 3 || isBlank(bytes[start + 3]));
  }

  private @Nullable Rejection parseFields(Datapoint into) {
    int metricStart = at;
    int metricEnd = rules.endOfWord(bytes, metricStart, end);
    if (metricEnd < end && !isBlank(bytes[metricEnd])) {
      return SeriesNameRules.badCharacter(
          Reason.METRIC_BAD_CHARACTER, "metric name", bytes, metricStart, metricEnd, end);
    }
    int timestampStart = nextField(metricEnd);
    int timestampEnd = endOfField(timestampStart);
    int valueStart = nextField(timestampEnd);
    int valueEnd = endOfField(valueStart);
    if (valueStart >= end) {
      return notEnough(metricStart, timestampStart);
    }
    names.begin(bytes);
    Rejection rejection = names.metric(metricStart, metricEnd);
    if (rejection == null) {
      rejection = timestamps.parse(bytes, timestampStart, timestampEnd);
    }
    if (rejection == null) {
      rejection = numbers.parse(bytes, valueStart, valueEnd);
    }
    into.timestampMillis = timestamps.millis();
    into.value = numbers.value();
    at = valueEnd;
    return rejection;
  }

  private @Nullable Rejection parseTags(Datapoint into) {
    while ((at = skipBlanks(at)) < end) {
      int start = at;
      int equals = rules.endOfWord(bytes, start, end);
      if (equals == end || bytes[equals] != '=') {
        return equals == end || isBlank(bytes[equals])
            ? malformed(start)
            : badTag("tag key", start, equals);
      }
      at = rules.endOfWord(bytes, equals + 1, end);
      if (at < end && !isBlank(bytes[at])) {
        return bytes[at] == '=' ? malformed(start) : badTag("tag value", equals + 1, at);
      }
      Rejection rejection = names.tag(start, equals, at);
      if (rejection != null) {
        return rejection;
      }
    }
    return names.finish(into);
  }

  private Rejection badTag(String field, int start, int stopped) {
    return SeriesNameRules.badCharacter(
        Reason.TAG_BAD_CHARACTER, field, bytes, start, stopped, end);
  }

  private Rejection malformed(int start) {
    return new Rejection(
        Reason.TAG_MALFORMED,
        "invalid tag: %s: wanted key=value"
            .formatted(Rejection.show(bytes, start, endOfField(start))));
  }

  private Rejection notEnough(int metricStart, int timestampStart) {
    int got = metricStart >= end ? 0 : timestampStart >= end ? 1 : 2;
    return new Rejection(
        Reason.NOT_ENOUGH_FIELDS,
        "not enough arguments (need least %d, got %d)"
            .formatted(rules.strict() ? MIN_FIELDS + 1 : MIN_FIELDS, got));
  }

  /// Strict lines have one space between fields. After two spaces the next field is empty.
  private int nextField(int endOfLast) {
    return rules.strict() ? Math.min(endOfLast + 1, end) : skipBlanks(endOfLast);
  }

  private int endOfField(int start) {
    int stop = start;
    while (stop < end && !isBlank(bytes[stop])) {
      stop++;
    }
    return stop;
  }

  private int skipBlanks(int start) {
    int stop = start;
    while (stop < end && isBlank(bytes[stop])) {
      stop++;
    }
    return stop;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }
}
