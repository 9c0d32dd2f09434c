package goku.ingest.parse;

import org.jspecify.annotations.Nullable;

/// A reader of datapoints in the forms of OpenTSDB's `/api/put`: one object or an array of objects.
/// An invalid datapoint does not affect its neighbours, even if it is no JSON, as long as its
/// quotes and brackets show where it ends. Otherwise the rest of the text is rejected as a whole.
/// Plainly written JSON is parsed without Jackson, several times as fast. Owned by one thread.
/// Reuse makes it faster, because it caches tags.
public final class JsonReader {
  /// The most bytes of the JSON of one datapoint, many times what any valid name and value take.
  /// All other memory for a datapoint is in proportion to them.
  static final int MOST_DATAPOINT_BYTES = 1 << 20;

  /// The rest of a text from the place where its structure is broken.
  record Broken(int start, Rejection rejection) {}

  /// The first byte of a byte order mark of UTF-16 or UTF-32. No UTF-8 text begins with it.
  private static final byte BOM_1 = (byte) 0xfe;

  private static final byte BOM_2 = (byte) 0xff;
  private static final byte[] NOTHING = {};

  /// Null for written rollups and histograms, which have other fields.
  private final @Nullable PlainJson plain;

  private final AnyJson any;

  // the text being read
  private byte[] text = NOTHING;
  private int begin;
  private int at;
  private int end;

  /// Creates a reader of datapoints.
  public JsonReader(SeriesNameRules rules) {
    this.plain = new PlainJson(rules);
    this.any = new AnyJson(rules, new NumberFields());
  }

  private JsonReader(SeriesNameRules rules, ValueFields value) {
    this.plain = null;
    this.any = new AnyJson(rules, value);
  }

  /// Returns a reader of written rollups: datapoints with an interval and an aggregator.
  public static JsonReader ofRollups(SeriesNameRules rules) {
    return new JsonReader(rules, new RollupFields());
  }

  /// Returns a reader of histograms.
  ///
  /// @param histogramId the id of histograms that are sent encoded
  public static JsonReader ofHistograms(SeriesNameRules rules, int histogramId) {
    return new JsonReader(rules, new HistogramFields(rules.strict(), histogramId));
  }

  /// Reads only the first value of the text, as OpenTSDB does, and ignores the rest. Returns null,
  /// or the reason for which a rest was rejected.
  public @Nullable Rejection readFirst(byte[] bytes, int offset, int length, PointHandler handler) {
    return read(bytes, offset, length, false, handler);
  }

  /// Reads all values of the text, with or without newlines between them. Returns null, or the
  /// reason for which a rest was rejected.
  public @Nullable Rejection readAll(byte[] bytes, int offset, int length, PointHandler handler) {
    return read(bytes, offset, length, true, handler);
  }

  private @Nullable Rejection read(
      byte[] bytes, int offset, int length, boolean all, PointHandler handler) {
    int stop = offset + length;
    Broken broken = readUnbroken(bytes, offset, stop, all, handler);
    if (broken == null) {
      return null;
    }
    handler.rejected(broken.rejection, bytes, broken.start, stop - broken.start);
    return broken.rejection;
  }

  /// Reads values as far as the structure of the text is intact. Returns the rest, or null.
  ///
  /// @param all whether values after the first are read too
  @Nullable Broken readUnbroken(byte[] bytes, int from, int to, boolean all, PointHandler handler) {
    text = bytes;
    begin = from;
    at = from;
    end = to;
    try {
      return looksWide() ? broken("found UTF-16 or UTF-32, wanted UTF-8") : readText(all, handler);
    } finally {
      text = NOTHING; // it may be large, and readers live longer
    }
  }

  /// Returns whether the text is in UTF-16 or UTF-32, in which quotes and brackets have other bytes
  /// around them.
  private boolean looksWide() {
    return end - at > 1
        && (text[at] == 0 || text[at + 1] == 0 || text[at] == BOM_1 || text[at] == BOM_2);
  }

  private @Nullable Broken readText(boolean all, PointHandler handler) {
    skipBlanks();
    do {
      Broken broken = readRoot(handler);
      if (broken != null) {
        return broken;
      }
      skipBlanks();
    } while (all && at < end);
    return null;
  }

  private @Nullable Broken readRoot(PointHandler handler) {
    if (at < end && text[at] == '[') {
      at++;
      return readArray(handler);
    }
    return at < end && text[at] == '{' ? readElement(handler) : broken("wanted '{' or '['");
  }

  private @Nullable Broken readArray(PointHandler handler) {
    skipBlanks();
    if (take(']')) {
      return null;
    }
    do {
      skipBlanks();
      Broken broken = readElement(handler);
      if (broken != null) {
        return broken;
      }
      skipBlanks();
    } while (take(','));
    return take(']') ? null : broken("wanted ',' or ']'");
  }

  /// Reports an element only once its end is found, so that a rejected source is never cut.
  private @Nullable Broken readElement(PointHandler handler) {
    int start = at;
    int stop = plain == null ? -1 : plain.read(text, start, end);
    Rejection rejection = null;
    Datapoint point = plain == null ? any.datapoint() : plain.datapoint();
    if (stop < 0) {
      stop = JsonEnd.of(text, start, end);
      if (stop < 0) {
        return stop == JsonEnd.TRUNCATED
            ? truncated()
            : broken("no value, or brackets that differ");
      }
      rejection =
          stop - start > MOST_DATAPOINT_BYTES ? tooLong(stop - start) : any.read(text, start, stop);
      point = any.datapoint();
    }
    if (rejection == null) {
      rejection = handler.accept(point);
    }
    if (rejection != null) {
      handler.rejected(rejection, text, start, stop - start);
    }
    at = stop;
    return null;
  }

  private static Rejection tooLong(int length) {
    return new Rejection(
        Reason.DATAPOINT_TOO_LONG,
        "A datapoint of %d bytes of JSON, maximum allowed: %d"
            .formatted(length, MOST_DATAPOINT_BYTES));
  }

  private Broken broken(String problem) {
    return at == end ? truncated() : broken(Reason.JSON_MALFORMED, problem);
  }

  private Broken truncated() {
    return broken(Reason.JSON_TRUNCATED, "unexpected end of the text");
  }

  private Broken broken(Reason reason, String problem) {
    return new Broken(
        at,
        new Rejection(
            reason,
            "Unable to parse the given JSON from byte %d on: %s".formatted(at - begin, problem)));
  }

  private boolean take(char wanted) {
    if (at < end && text[at] == wanted) {
      at++;
      return true;
    }
    return false;
  }

  private void skipBlanks() {
    at = PlainJson.skipBlanks(text, at, end);
  }
}
