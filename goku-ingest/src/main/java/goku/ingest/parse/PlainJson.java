package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A fast parser of one datapoint in JSON as nearly all agents write it: each of the four fields
/// once, numbers as numbers, no escapes. It leaves an object that differs in any way, valid or not,
/// to `AnyJson`. It therefore rejects nothing itself, and `AnyJson` would have accepted everything
/// that it accepts. Owned by one thread.
final class PlainJson {
  private static final byte[] NOTHING = {};
  private static final byte[] METRIC = "metric\"".getBytes(US_ASCII);
  private static final byte[] TIMESTAMP = "timestamp\"".getBytes(US_ASCII);
  private static final byte[] VALUE = "value\"".getBytes(US_ASCII);
  private static final byte[] TAGS = "tags\"".getBytes(US_ASCII);

  private static final int HAS_METRIC = 1;
  private static final int HAS_TIMESTAMP = 2;
  private static final int HAS_VALUE = 4;
  private static final int HAS_TAGS = 8;
  private static final int HAS_ALL_NEEDED = HAS_METRIC | HAS_TIMESTAMP | HAS_VALUE;

  /// A length far above that of any printed double, and below the one that Jackson rejects.
  private static final int MAX_NUMBER_BYTES = 100;

  private final SeriesNameRules rules;
  private final int mostMetricBytes;
  private final NameBuilder names;
  private final NumberParser numbers;
  private final TimestampParser timestamps = new TimestampParser();
  private final KnownTags known = new KnownTags(KnownTags.MANY);
  private final Datapoint datapoint = new Datapoint();

  /// A length far above that of the tags of any valid name.
  private static final int MAX_TAGS_BYTES = 64 << 10;

  /// Tags that are not cached, as `key=value`, followed by the metric.
  private byte[] scratch = new byte[1024];

  private int scratchEnd;

  // the text being read
  private byte[] text = NOTHING;
  private int at;
  private int end;

  // the object being read
  private int seen;
  private int metricStart;
  private int metricEnd;
  private int tagsStart;
  private int tagsEnd;
  private @Nullable CanonicalTags canonicalTags;

  PlainJson(SeriesNameRules rules) {
    this.rules = rules;
    this.mostMetricBytes = Math.min(rules.maxWordBytes(), rules.maxNameBytes());
    this.names = new NameBuilder(rules);
    this.numbers = new NumberParser();
  }

  /// Returns the datapoint of the last `read`.
  Datapoint datapoint() {
    return datapoint;
  }

  /// Reads one object. Returns the index after it, or -1 if it is not plain.
  int read(byte[] bytes, int from, int to) {
    text = bytes;
    at = from;
    end = to;
    try {
      return readObject() && finish() == null ? at : -1;
    } finally {
      text = NOTHING; // it may be large, and readers live longer
      names.begin(NOTHING);
    }
  }

  private boolean readObject() {
    seen = 0;
    canonicalTags = null;
    scratchEnd = 0;
    if (!take('{')) {
      return false;
    }
    do {
      skipBlanks();
      if (!take('"') || !readField()) {
        return false;
      }
      skipBlanks();
    } while (take(','));
    return take('}') && (seen & HAS_ALL_NEEDED) == HAS_ALL_NEEDED;
  }

  private boolean readField() {
    if (takeName(METRIC, HAS_METRIC)) {
      return takeColon() && readMetric();
    }
    if (takeName(TIMESTAMP, HAS_TIMESTAMP)) {
      return takeColon() && readTimestamp();
    }
    if (takeName(VALUE, HAS_VALUE)) {
      return takeColon() && readValue();
    }
    return takeName(TAGS, HAS_TAGS) && takeColon() && readTags();
  }

  /// Consumes the rest of a field's name. Returns false for another field or a repeated name.
  private boolean takeName(byte[] name, int bit) {
    int stop = at + name.length;
    if (stop > end || !Arrays.equals(text, at, stop, name, 0, name.length) || (seen & bit) != 0) {
      return false;
    }
    seen |= bit;
    at = stop;
    return true;
  }

  /// Consumes the text between a name and its value.
  private boolean takeColon() {
    skipBlanks();
    boolean colon = take(':');
    skipBlanks();
    return colon;
  }

  private boolean readMetric() {
    if (!take('"')) {
      return false;
    }
    metricStart = at;
    metricEnd = endOfString();
    at = metricEnd + 1;
    return metricEnd >= 0 && metricEnd - metricStart <= mostMetricBytes;
  }

  private boolean readTimestamp() {
    int start = at;
    at = endOfDigits(at);
    return at > start
        && text[start] != '0'
        && isNumber(start)
        && timestamps.parse(text, start, at) == null;
  }

  private boolean readValue() {
    int start = at;
    take('-');
    int whole = at;
    at = endOfDigits(at);
    if (at == whole || (text[whole] == '0' && at > whole + 1)) {
      return false;
    }
    if (take('.')) {
      int fraction = at;
      at = endOfDigits(at);
      if (at == fraction) {
        return false;
      }
    }
    if (take('e') || take('E')) {
      if (!take('-')) {
        take('+');
      }
      int exponent = at;
      at = endOfDigits(at);
      if (at == exponent) {
        return false;
      }
    }
    return isNumber(start) && numbers.parse(text, start, at) == null;
  }

  /// Returns whether a number that begins there ends here and is not too long.
  private boolean isNumber(int start) {
    return at < end
        && at - start <= MAX_NUMBER_BYTES
        && (text[at] == ',' || text[at] == '}' || isBlank(text[at]));
  }

  /// A cached text ends with its first closing brace, so no other text begins with it.
  private boolean readTags() {
    tagsStart = at;
    tagsEnd = ByteSearch.find(text, at, end, '}') + 1;
    canonicalTags = tagsEnd > end ? null : known.find(text, at, tagsEnd);
    if (canonicalTags != null) {
      at = tagsEnd;
      return true;
    }
    return readUnknownTags() && at == tagsEnd;
  }

  private boolean readUnknownTags() {
    int length = tagsEnd - tagsStart;
    if (tagsEnd > end || length > MAX_TAGS_BYTES || !take('{')) {
      return false;
    }
    if (scratch.length < length + mostMetricBytes) {
      scratch = new byte[2 * length + mostMetricBytes];
    }
    names.begin(scratch);
    skipBlanks();
    if (take('}')) {
      return true;
    }
    do {
      skipBlanks();
      int start = scratchEnd;
      if (!takeWord()) {
        return false;
      }
      int equals = scratchEnd;
      scratch[scratchEnd++] = '=';
      skipBlanks();
      boolean colon = take(':');
      skipBlanks();
      if (!colon || !takeWord() || names.tag(start, equals, scratchEnd) != null) {
        return false;
      }
      skipBlanks();
    } while (take(','));
    return take('}');
  }

  /// Appends a string of the tags to `scratch`, which has room for all of them.
  private boolean takeWord() {
    if (!take('"')) {
      return false;
    }
    int stop = endOfString();
    if (stop < 0 || stop >= tagsEnd) {
      return false;
    }
    int length = stop - at;
    System.arraycopy(text, at, scratch, scratchEnd, length);
    scratchEnd += length;
    at = stop + 1;
    return true;
  }

  /// Returns the index of the closing quote. Negative if the string is no valid name or contains a
  /// backslash.
  private int endOfString() {
    int stop = rules.endOfWord(text, at, end);
    boolean plain =
        stop < end && text[stop] == '"' && ByteSearch.find(text, at, stop, '\\') == stop;
    return plain ? stop : -1;
  }

  private @Nullable Rejection finish() {
    CanonicalTags canonical = canonicalTags;
    boolean unknown = canonical == null && (seen & HAS_TAGS) != 0;
    Rejection rejection;
    if (unknown) {
      int metric = scratchEnd;
      System.arraycopy(text, metricStart, scratch, metric, metricEnd - metricStart);
      rejection = names.metric(metric, metric + metricEnd - metricStart);
    } else {
      names.begin(text);
      rejection = names.metric(metricStart, metricEnd);
    }
    if (rejection == null) {
      rejection = canonical == null ? names.finish(datapoint) : names.finish(datapoint, canonical);
    }
    if (rejection == null && unknown) {
      known.add(text, tagsStart, tagsEnd, datapoint.tags);
    }
    datapoint.timestampMillis = timestamps.millis();
    datapoint.word = numbers.word();
    datapoint.type = numbers.type();
    return rejection;
  }

  private boolean take(char wanted) {
    if (at < end && text[at] == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private int endOfDigits(int start) {
    int stop = start;
    while (stop < end && text[stop] >= '0' && text[stop] <= '9') {
      stop++;
    }
    return stop;
  }

  private void skipBlanks() {
    at = skipBlanks(text, at, end);
  }

  /// Returns the index of the first byte from `start` on that is not blank.
  static int skipBlanks(byte[] text, int start, int end) {
    int at = start;
    while (at < end && isBlank(text[at])) {
      at++;
    }
    return at;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }
}
