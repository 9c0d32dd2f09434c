package goku.ingest.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;

/// A reader of datapoints in the forms of OpenTSDB's `/api/put`: one object or an array of objects.
/// An invalid datapoint does not affect its neighbours. From the first byte that is not JSON, the
/// rest of the text is rejected as a whole. Plainly written JSON is parsed without Jackson, several
/// times as fast. Jackson takes over at the first other element. Owned by one thread. Reuse makes
/// it faster, because it caches tags.
public final class JsonReader {
  /// The first byte of a byte order mark of UTF-16 or UTF-32. No UTF-8 text begins with it.
  private static final byte BOM_1 = (byte) 0xfe;

  private static final byte BOM_2 = (byte) 0xff;
  private static final byte[] NOTHING = {};

  // no interning: tag keys come from outside and are unbounded
  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  private final PlainJson plain;
  private final JsonPoint point;

  // the text being read
  private byte[] bytes = NOTHING;
  private int offset;
  private long elementStart;

  /// Elements that the fast path has read already.
  private int elementsToSkip;

  public JsonReader(SeriesNameRules rules) {
    this.plain = new PlainJson(rules);
    this.point = new JsonPoint(rules);
  }

  /// Reads only the first value of the text, as OpenTSDB does, and ignores the rest.
  public void readFirst(byte[] bytes, int offset, int length, PointHandler handler) {
    read(bytes, offset, length, false, handler);
  }

  /// Reads all values of the text, with or without newlines between them.
  public void readAll(byte[] bytes, int offset, int length, PointHandler handler) {
    read(bytes, offset, length, true, handler);
  }

  private void read(byte[] text, int from, int length, boolean all, PointHandler handler) {
    bytes = text;
    offset = from;
    elementStart = 0;
    try {
      readText(length, all, handler);
    } finally {
      bytes = NOTHING; // it may be large, and readers live longer
    }
  }

  private void readText(int length, boolean all, PointHandler handler) {
    if (looksWide(bytes, offset, length)) {
      refuseRest("found UTF-16 or UTF-32, wanted UTF-8", Reason.JSON_MALFORMED, length, handler);
      return;
    }
    if (plain.read(bytes, offset, offset + length, all, handler)) {
      return;
    }
    elementsToSkip = plain.elements();
    point.prepare(length);
    try (JsonParser json = FACTORY.createParser(bytes, offset, length)) {
      JsonToken token;
      while ((token = json.nextToken()) != null) {
        readRoot(json, token, handler);
        elementStart = json.currentLocation().getByteOffset();
        if (!all) {
          return;
        }
      }
    } catch (JsonProcessingException e) {
      refuseRest(e.getOriginalMessage(), reasonOf(e), length, handler);
    } catch (IOException e) {
      throw new UncheckedIOException("an array cannot fail to be read", e);
    }
  }

  /// Returns whether Jackson would detect UTF-16 or UTF-32, for which it has no byte offsets.
  private static boolean looksWide(byte[] text, int from, int length) {
    return length > 1
        && (text[from] == 0 || text[from + 1] == 0 || text[from] == BOM_1 || text[from] == BOM_2);
  }

  private void readRoot(JsonParser json, JsonToken token, PointHandler handler) throws IOException {
    if (token != JsonToken.START_ARRAY) {
      readElement(json, token, handler);
      return;
    }
    while ((token = json.nextToken()) != JsonToken.END_ARRAY) {
      readElement(json, token, handler);
      elementStart = json.currentLocation().getByteOffset();
    }
  }

  private void readElement(JsonParser json, JsonToken token, PointHandler handler)
      throws IOException {
    elementStart = json.currentTokenLocation().getByteOffset();
    if (elementsToSkip > 0) {
      elementsToSkip--;
      json.skipChildren();
      return;
    }
    Rejection rejection;
    if (token == JsonToken.START_OBJECT) {
      rejection = point.read(json);
      rejection = rejection == null ? handler.accept(point.datapoint()) : rejection;
    } else {
      json.skipChildren();
      rejection = notAnObject(token);
    }
    if (rejection != null) {
      long end = json.currentLocation().getByteOffset();
      handler.rejected(rejection, bytes, offset + (int) elementStart, (int) (end - elementStart));
    }
  }

  private static Rejection notAnObject(JsonToken token) {
    // OpenTSDB counts null as an invalid datapoint, everything else as invalid JSON
    return token == JsonToken.VALUE_NULL
        ? new Rejection(Reason.METRIC_EMPTY, "A datapoint was null")
        : new Rejection(Reason.JSON_NOT_AN_OBJECT, "A datapoint was no JSON object: " + token);
  }

  private static Reason reasonOf(JsonProcessingException problem) {
    // between two entries, Jackson reports the end only by its message
    boolean cut =
        problem instanceof JsonEOFException
            || problem.getOriginalMessage().startsWith("Unexpected end-of-input");
    return cut ? Reason.JSON_TRUNCATED : Reason.JSON_MALFORMED;
  }

  private void refuseRest(String problem, Reason reason, int length, PointHandler handler) {
    var rejection = new Rejection(reason, "Unable to parse the given JSON: " + problem);
    int start = (int) Math.min(elementStart, length);
    handler.rejected(rejection, bytes, offset + start, length - start);
  }
}
