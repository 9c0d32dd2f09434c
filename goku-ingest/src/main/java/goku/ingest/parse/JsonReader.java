package goku.ingest.parse;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import java.io.IOException;
import java.io.UncheckedIOException;

/// Reads datapoints in the forms of OpenTSDB's `/api/put`: one object or an array of them. A bad
/// datapoint does not touch its neighbours; where the text stops to be JSON, what is left of it is
/// refused as one. What is written the usual way is read without a parser for all of JSON, several
/// times as fast; from the first element that is not, Jackson reads. Owned by one thread; what it
/// has learned of tags makes it faster with use.
public final class JsonReader {
  /// One of them begins a text in UTF-16 or UTF-32 that says so; none begins any in UTF-8.
  private static final byte BOM_1 = (byte) 0xfe;

  private static final byte BOM_2 = (byte) 0xff;
  private static final byte[] NOTHING = {};

  // no interning: tag keys come from outside and there is no end to them
  private static final JsonFactory FACTORY =
      JsonFactory.builder().disable(JsonFactory.Feature.INTERN_FIELD_NAMES).build();

  private final PlainJson plain;
  private final JsonPoint point;

  // the text being read
  private byte[] bytes = NOTHING;
  private int offset;
  private long elementStart;

  /// Elements that were read before, the plain way.
  private int elementsToSkip;

  public JsonReader(SeriesNameRules rules) {
    this.plain = new PlainJson(rules);
    this.point = new JsonPoint(rules);
  }

  /// Reads the first value of the text only, as OpenTSDB does, whatever comes after it.
  public void readFirst(byte[] bytes, int offset, int length, PointHandler handler) {
    read(bytes, offset, length, false, handler);
  }

  /// Reads all values of the text, one after the other, with or without newlines in between.
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
      bytes = NOTHING; // it may be large, and readers outlive it
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

  /// Whether Jackson would take it for UTF-16 or UTF-32, for which it has no byte offsets.
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
    // OpenTSDB counts null as a bad datapoint, everything else as bad JSON
    return token == JsonToken.VALUE_NULL
        ? new Rejection(Reason.METRIC_EMPTY, "A datapoint was null")
        : new Rejection(Reason.JSON_NOT_AN_OBJECT, "A datapoint was no JSON object: " + token);
  }

  private static Reason reasonOf(JsonProcessingException problem) {
    // between two entries Jackson has no type for the end, only its words
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
