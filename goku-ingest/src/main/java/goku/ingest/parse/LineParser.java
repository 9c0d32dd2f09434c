package goku.ingest.parse;

import org.jspecify.annotations.Nullable;

/// A parser of one put line, `[put] <metric> <timestamp> <value> [<tagk>=<tagv> ...]`, that works
/// on bytes without creating strings. A first word `put` is always the command, never a metric. A
/// metric, a tag key or a tag value may be in quotes, see [QuotedWords]. The value is a number
/// unless the line is of another command. Owned by one thread.
public final class LineParser {
  static final byte QUOTE = '"';

  private static final int MIN_FIELDS = 3;

  /// The result for a line that must be read again with its quotes.
  private static final Rejection QUOTED = new Rejection(Reason.TAG_MALFORMED, "has quotes");

  private final SeriesNameRules rules;
  private final int maxLineBytes;
  private final NameBuilder names;
  private final ValueWords values;
  private final TimestampParser timestamps = new TimestampParser();
  private final KnownTags known;
  private final QuotedWords quoted;

  // the line being read
  private byte[] bytes = {};
  private int at;
  private int end;
  private int metricStart;

  /// The end of the metric, equal to its start while there is no valid one.
  private int metricEnd;

  /// Whether a plain word ended at a quote.
  private boolean metQuote;

  /// Creates a parser for the lines of one agent.
  public LineParser(SeriesNameRules rules, int maxLineBytes) {
    this(rules, maxLineBytes, new KnownTags(KnownTags.FEW));
  }

  LineParser(SeriesNameRules rules, int maxLineBytes, KnownTags known) {
    this(rules, maxLineBytes, known, new NumberWord());
  }

  LineParser(SeriesNameRules rules, int maxLineBytes, KnownTags known, ValueWords values) {
    this.values = values;
    this.known = known;
    this.rules = rules;
    this.maxLineBytes = maxLineBytes;
    this.names = new NameBuilder(rules);
    this.quoted = new QuotedWords(rules);
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
    metricStart = at;
    metricEnd = at;
    metQuote = false;
    Rejection rejection = parseFields(into);
    rejection = rejection == null ? finish(into) : rejection;
    if (metQuote) {
      rejection = parseQuoted(into);
    }
    return rejection == null || metricEnd == metricStart
        ? rejection
        : rejection.ofMetric(Rejection.show(bytes, metricStart, metricEnd));
  }

  /// Parses the line from its metric on again, with words in quotes.
  private @Nullable Rejection parseQuoted(Datapoint into) {
    metricEnd = metricStart;
    quoted.begin(bytes, metricStart, end);
    names.begin(quoted.text());
    Rejection rejection = quoted.metric(names);
    if (rejection == null) {
      metricEnd = quoted.at();
      rejection = parseNumbers(metricEnd, into);
    }
    if (rejection == null) {
      rejection = quoted.tags(at, names);
    }
    if (rejection == null) {
      rejection = names.finish(into);
    }
    if (rejection == null) {
      known.add(bytes, at, end, into.tags);
    }
    return rejection;
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
    int stop = rules.endOfWord(bytes, metricStart, end);
    if (stop < end && !isBlank(bytes[stop])) {
      return badWord(Reason.METRIC_BAD_CHARACTER, "metric name", metricStart, stop);
    }
    names.begin(bytes);
    Rejection rejection = names.metric(metricStart, stop);
    metricEnd = rejection == null ? stop : metricStart;
    Rejection wrong = parseNumbers(stop, into);
    boolean isShort = wrong != null && wrong.reason() == Reason.NOT_ENOUGH_FIELDS;
    return rejection == null || isShort ? wrong : rejection;
  }

  /// Parses the timestamp and the value after the metric.
  private @Nullable Rejection parseNumbers(int endOfMetric, Datapoint into) {
    int timestampStart = nextField(endOfMetric);
    int timestampEnd = endOfField(timestampStart);
    int valueStart = nextField(timestampEnd);
    int valueEnd = endOfField(valueStart);
    if (valueStart >= end) {
      return notEnough(timestampStart);
    }
    Rejection rejection = timestamps.parse(bytes, timestampStart, timestampEnd);
    if (rejection == null) {
      rejection = values.parse(bytes, valueStart, valueEnd, end, into);
    }
    into.timestampMillis = timestamps.millis();
    at = values.end();
    return rejection;
  }

  private @Nullable Rejection parseTags(Datapoint into) {
    int last = end;
    while ((at = skipBlanks(at)) < end) {
      int start = at;
      int equals = rules.endOfWord(bytes, start, end);
      if (equals == end || bytes[equals] != '=') {
        return equals == end || isBlank(bytes[equals])
            ? malformed(start, last)
            : badWord(Reason.TAG_BAD_CHARACTER, "tag key", start, equals);
      }
      at = rules.endOfWord(bytes, equals + 1, end);
      if (at < end && !isBlank(bytes[at])) {
        return bytes[at] == '='
            ? malformed(start, last)
            : badWord(
                Reason.TAG_BAD_CHARACTER,
                NameBuilder.valueOf(bytes, start, equals),
                equals + 1,
                at);
      }
      Rejection rejection = names.tag(start, equals, at);
      if (rejection != null) {
        return rejection;
      }
      last = start;
    }
    return names.finish(into);
  }

  private Rejection badWord(Reason reason, String field, int start, int stopped) {
    if (bytes[stopped] == QUOTE && !rules.strict()) {
      metQuote = true;
      return QUOTED;
    }
    return SeriesNameRules.badCharacter(reason, field, bytes, start, stopped, endOfField(stopped));
  }

  /// Returns the rejection of a tag, which names the tag before it too. A blank in a value is the
  /// most frequent reason: the word is then a part of the value of that tag.
  ///
  /// @param last the start of the tag before it, or `end`
  private Rejection malformed(int start, int last) {
    return new Rejection(
        Reason.TAG_MALFORMED,
        "invalid tag: %s%s: wanted key=value"
            .formatted(
                Rejection.show(bytes, start, endOfField(start)),
                last == end ? "" : " after " + Rejection.show(bytes, last, endOfField(last))));
  }

  private Rejection notEnough(int timestampStart) {
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

  static boolean isBlank(byte b) {
    return b == ' ' || b == '\t';
  }
}
