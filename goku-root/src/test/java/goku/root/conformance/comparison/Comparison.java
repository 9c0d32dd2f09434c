package goku.root.conformance.comparison;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.root.conformance.corpus.RecordedCase;
import goku.root.conformance.corpus.Shift;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A comparison of the answer to a case with the recorded one. A difference is thrown as an
/// `AssertionError`.
///
/// It compares status and media type. For errors it also compares the code and the presence of a
/// message, for answers what the case specifies. It ignores headers, the order of groups and the
/// texts of errors.
public final class Comparison {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern CALL =
      Pattern.compile("\\s*([\\w.$]+)\\((.*)\\)\\s*;?\\s*", Pattern.DOTALL);

  private final RecordedCase recorded;
  private final JsonNode expected;
  private final Shift shift;
  private final Instant now;
  private final Values values;
  private final Points points;

  public Comparison(RecordedCase recorded, Shift shift, Instant now) {
    this.recorded = recorded;
    this.expected = recorded.expected();
    this.shift = shift;
    this.now = now;
    this.values = new Values(recorded);
    this.points = new Points(values, shift);
  }

  /// Checks an answer over HTTP.
  ///
  /// @param status 0 if the server closed the connection without an answer
  public void check(int status, String contentType, String body) {
    if (recorded.sufficientStatuses().contains(status)) {
      return;
    }
    Mismatch.unless(
        recorded.statuses().contains(status), "status: got %d: %s", status, body.strip());
    if (recorded.compare().equals("status")) {
      // OpenTSDB sent no answer here; the server may explain why
      boolean empty = expected.path("empty").asBoolean() && recorded.recordedStatus() != 0;
      Mismatch.unless(!empty || body.isBlank(), "want no body, got %s", body);
      return;
    }
    String wanted = mediaType(expected.get("type").asText());
    Mismatch.unless(
        wanted.equals(mediaType(contentType)), "type: want %s, got %s", wanted, contentType);
    body(body);
  }

  /// Checks the lines of a telnet answer.
  public void checkLines(List<String> lines) {
    if (recorded.compare().equals("nonempty")) {
      Mismatch.unless(!lines.isEmpty(), "no answer");
      return;
    }
    List<String> wanted = new ArrayList<>();
    expected.get("lines").forEach(line -> wanted.add(line.asText()));
    WriteComparison.lines(wanted, lines);
  }

  private void body(String body) {
    JsonNode want = expected.get("body");
    switch (recorded.compare()) {
      case "text" -> Mismatch.unless(want.asText().equals(body), "want %s, got %s", want, body);
      case "jsonp" -> series(want, parsed(argument(body)));
      case "query" -> series(want, parsed(body));
      case "error" -> error(want, parsed(body));
      case "json" -> values.deep(want, parsed(body), "body");
      case "set" -> Values.set(want, parsed(body), "body");
      case "structure" -> Values.shape(want, parsed(body), "body");
      case "superset" -> Values.superset(want, parsed(body));
      case "object" -> Mismatch.unless(parsed(body).isObject(), "not an object: %s", body);
      case "lookup" -> new NamesComparison(values).lookup(want, parsed(body), recorded.countOnly());
      case "last" -> new LastComparison(shift, now, recorded.live()).check(want, parsed(body));
      case "put" -> WriteComparison.put(want, parsed(body));
      case "metadata" -> new MetadataComparison(values).check(want, parsed(body));
      case "annotation" -> new AnnotationComparison(shift).check(want, parsed(body));
      case "exp" -> new ExpressionComparison(values, points, shift).check(want, parsed(body));
      default -> throw new IllegalStateException("cannot compare as " + recorded.compare());
    }
  }

  private void series(JsonNode want, JsonNode got) {
    boolean inOrder = !recorded.request().path().contains("gexp");
    new SeriesComparison(points, inOrder).check(want, got);
  }

  private void error(JsonNode want, JsonNode got) {
    JsonNode wanted = want.get("error");
    JsonNode error = got.path("error");
    List<Integer> codes = new ArrayList<>(recorded.statuses());
    codes.add(wanted.get("code").asInt());
    Mismatch.unless(codes.contains(error.path("code").asInt()), "error.code in %s", got);
    Mismatch.unless(error.has("message"), "no error.message in %s", got);
    Mismatch.unless(
        wanted.path("message").asText().isEmpty() || !error.get("message").asText().isEmpty(),
        "an empty error.message in %s",
        got);
  }

  private String argument(String body) {
    Matcher call = CALL.matcher(body);
    Mismatch.unless(call.matches(), "not a call by JSONP: %s", body);
    String wanted = expected.get("callback").asText();
    Mismatch.unless(wanted.equals(call.group(1)), "callback: got %s", call.group(1));
    return call.group(2);
  }

  private static String mediaType(String contentType) {
    return contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
  }

  private static JsonNode parsed(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON (%s): %s".formatted(e.getOriginalMessage(), body), e);
    }
  }
}
