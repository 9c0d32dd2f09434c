package goku.ingest.parse;

import java.nio.ByteBuffer;

/// A reader of the value of a Kafka record: put lines, or JSON if the first byte that is not a
/// space is `{` or `[`. Lines end in `\n` or `\r\n`. Blank lines are skipped. Owned by one thread.
public final class PutRecordReader {
  private final LineParser lines;
  private final JsonReader json;
  private final Datapoint datapoint = new Datapoint();

  public PutRecordReader(SeriesNameRules rules, int maxLineBytes) {
    this.lines = new LineParser(rules, maxLineBytes, new KnownTags(KnownTags.MANY));
    this.json = new JsonReader(rules);
  }

  /// Reads the bytes between the position and the limit of a buffer, and changes neither.
  ///
  /// @param value a buffer with an array
  public void read(ByteBuffer value, PointHandler handler) {
    byte[] bytes = value.array();
    int start = value.arrayOffset() + value.position();
    int end = start + value.remaining();
    int first = start;
    while (first < end && isBlank(bytes[first])) {
      first++;
    }
    if (first == end) {
      handler.rejected(
          new Rejection(Reason.EMPTY_RECORD, "The record has no value"), bytes, start, end - start);
    } else if (bytes[first] == '{' || bytes[first] == '[') {
      json.readAll(bytes, first, end - first, handler);
    } else {
      readLines(bytes, first, end, handler);
    }
  }

  private void readLines(byte[] bytes, int first, int end, PointHandler handler) {
    int start = first;
    while (start < end) {
      int stop = ByteSearch.find(bytes, start, end, '\n');
      boolean carriageReturn = stop > start && bytes[stop - 1] == '\r';
      readLine(bytes, start, carriageReturn ? stop - 1 : stop, handler);
      start = stop + 1;
    }
  }

  private void readLine(byte[] bytes, int start, int end, PointHandler handler) {
    if (isBlankLine(bytes, start, end)) {
      return;
    }
    Rejection rejection = lines.parse(bytes, start, end - start, datapoint);
    if (rejection == null) {
      rejection = handler.accept(datapoint);
    }
    if (rejection != null) {
      handler.rejected(rejection, bytes, start, end - start);
    }
  }

  private static boolean isBlankLine(byte[] bytes, int start, int end) {
    int at = start;
    while (at < end && isBlank(bytes[at])) {
      at++;
    }
    return at == end;
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\n' || b == '\r';
  }
}
