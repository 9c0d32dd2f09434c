package goku.integration.programs.recording;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// A reader of recorded connections. Used by one thread.
final class SentReader {
  private static final Pattern HTTP = Pattern.compile("^(GET|POST|PUT|HEAD|OPTIONS|DELETE) /");
  private static final Pattern INTEGER = Pattern.compile("[+-]?[0-9]+");
  private static final Pattern TIME = Pattern.compile("[0-9]{1,13}");
  private static final int DIGITS_OF_SECONDS = 10;

  private final List<SentDatapoint> datapoints = new ArrayList<>();
  private final List<String> refused = new ArrayList<>();
  private final List<String> other = new ArrayList<>();

  /// Reads all that a client sent over one connection.
  void read(byte[] bytes) {
    if (HTTP.matcher(new String(bytes, ISO_8859_1)).find()) {
      new HttpRequests(bytes).forEach(this::read);
    } else {
      new PutLines(this).read(new String(bytes, UTF_8));
    }
  }

  private void read(HttpRequests.Request request) {
    if (request.path().startsWith("/api/put")) {
      new PutBodies(this).read(request.body());
    } else {
      other.add(request.method() + " " + request.path());
    }
  }

  /// Adds a datapoint if its time and value are such. Integers have at most 64 bits. OpenTSDB also
  /// asks for a tag, Goku does not.
  ///
  /// @param text the datapoint as it was sent
  void datapoint(String metric, String time, String value, Map<String, String> tags, String text) {
    double number;
    try {
      number = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      number = Double.NaN;
    }
    boolean isTooLong =
        INTEGER.matcher(value).matches() && new BigInteger(value).bitLength() >= Long.SIZE;
    if (isTooLong
        || !Double.isFinite(number)
        || !TIME.matcher(time).matches()
        || Long.parseLong(time) == 0) {
      refused(text);
      return;
    }
    long at = Long.parseLong(time);
    long millis = time.length() <= DIGITS_OF_SECONDS ? at * 1000 : at;
    datapoints.add(new SentDatapoint(metric, Map.copyOf(tags), millis, number));
  }

  void refused(String text) {
    refused.add(text);
  }

  void other(String text) {
    other.add(text);
  }

  Sent sent() {
    return new Sent(List.copyOf(datapoints), List.copyOf(refused), List.copyOf(other));
  }
}
