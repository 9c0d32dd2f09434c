package goku.ingest.parse;

import java.nio.ByteBuffer;

/// A reader of the value of a Kafka record: put lines, or JSON if the first byte that is not a
/// space is `{` or `[`. Lines end in `\n` or `\r\n`. Blank lines are skipped. JSON ends where its
/// structure is broken, and put lines after that are read: the first line of a record of put lines
/// may begin like JSON. Owned by one thread.
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
      readJson(bytes, first, end, handler);
    } else {
      readLines(bytes, first, end, handler);
    }
  }

  private void readJson(byte[] bytes, int first, int end, PointHandler handler) {
    JsonReader.Broken broken = json.readUnbroken(bytes, first, end, true, handler);
    if (broken == null) {
      return;
    }
    int line = nextPutLine(bytes, first, broken.start(), end);
    if (line > broken.start() || line == end) {
      handler.rejected(broken.rejection(), bytes, broken.start(), line - broken.start());
    }
    readLines(bytes, line, end, handler);
  }

  /// Returns the begin of the first put line at or after `from`, or `end`. No line of JSON is a
  /// valid put line, because JSON separates its values by other characters than blanks.
  private int nextPutLine(byte[] bytes, int first, int from, int end) {
    int start = beginsLine(bytes, first, from) ? from : ByteSearch.find(bytes, from, end, '\n') + 1;
    while (start < end) {
      int stop = ByteSearch.find(bytes, start, end, '\n');
      if (LineParser.beginsWithPut(bytes, start, stop)
          || lines.parse(bytes, start, endOfLine(bytes, start, stop) - start, datapoint) == null) {
        return start;
      }
      start = stop + 1;
    }
    return end;
  }

  /// Returns whether only blanks are between the index and the line feed before it.
  private static boolean beginsLine(byte[] bytes, int first, int index) {
    int at = index;
    while (at > first && isBlank(bytes[at - 1])) {
      at--;
      if (bytes[at] == '\n') {
        return true;
      }
    }
    return false;
  }

  private void readLines(byte[] bytes, int first, int end, PointHandler handler) {
    int start = first;
    while (start < end) {
      int stop = ByteSearch.find(bytes, start, end, '\n');
      readLine(bytes, start, endOfLine(bytes, start, stop), handler);
      start = stop + 1;
    }
  }

  private static int endOfLine(byte[] bytes, int start, int stop) {
    return stop > start && bytes[stop - 1] == '\r' ? stop - 1 : stop;
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
