package goku.ingest.put;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import goku.ingest.parse.Rejection;

/// The errors of one put request with `details`, as the elements of a JSON array. The list is
/// bounded by count and size, because three million bad elements are a few kilobytes of gzip.
/// Further errors are only counted.
final class PutErrors {
  /// The longest list. Nobody reads more errors of one request.
  static final int MOST = 1_000;

  static final int MOST_CHARACTERS = 1 << 20;

  /// The longest datapoint that is repeated. A longer one is shown by its beginning.
  static final int MOST_DATAPOINT_BYTES = 16 << 10;

  static final int BEGINNING_BYTES = 200;

  private final StringBuilder list = new StringBuilder();
  private int listed;
  private long more;

  /// @param source holds the datapoint as it was sent
  void add(Rejection rejection, byte[] source, int offset, int length) {
    if (more > 0 || listed == MOST) {
      more++;
      return;
    }
    String datapoint = shown(source, offset, length);
    char[] message = JsonStringEncoder.getInstance().quoteAsString(rejection.message());
    if (list.length() + datapoint.length() + message.length > MOST_CHARACTERS) {
      more++;
      return;
    }
    listed++;
    list.append(list.isEmpty() ? "" : ",")
        .append("{\"datapoint\":")
        .append(datapoint)
        .append(",\"error\":\"")
        .append(message)
        .append("\"}");
  }

  /// Appends the fields of an answer: the listed errors, and the number of further ones if there
  /// are any.
  void appendTo(StringBuilder body) {
    body.append(",\"errors\":[").append(list).append(']');
    if (more > 0) {
      body.append(",\"moreErrors\":").append(more);
    }
  }

  /// Returns the datapoint as JSON.
  private static String shown(byte[] source, int offset, int length) {
    if (length <= MOST_DATAPOINT_BYTES) {
      return SentText.asJson(source, offset, length);
    }
    return SentText.quoted(new String(source, offset, BEGINNING_BYTES, UTF_8) + "...");
  }
}
