package goku.integration.differential;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.integration.fixture.HttpWire;
import goku.root.conformance.comparison.Comparison;
import goku.root.conformance.corpus.RecordedCase;
import goku.root.conformance.corpus.Shift;
import java.time.Instant;
import java.util.Optional;

/// Two answers to a request that are not alike.
///
/// @param what the first difference
record Difference(
    DrawnRequests.DrawnRequest request, HttpWire.Reply openTsdb, HttpWire.Reply goku, String what) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /// Compares two answers about the same times.
  static Optional<Difference> between(
      DrawnRequests.DrawnRequest request, HttpWire.Reply openTsdb, HttpWire.Reply goku) {
    return first(recorded(request, openTsdb), goku)
        .map(what -> new Difference(request, openTsdb, goku, what));
  }

  private static Optional<String> first(ObjectNode recorded, HttpWire.Reply goku) {
    try {
      new Comparison(new RecordedCase(recorded), Shift.NONE, Instant.now())
          .check(goku.status(), goku.contentType(), goku.text());
      return Optional.empty();
    } catch (AssertionError different) {
      return Optional.of(String.valueOf(different.getMessage()));
    }
  }

  /// Returns whether the answers are alike if OpenTSDB's has another body.
  boolean isSettledBy(JsonNode body) {
    return first(recorded(request, openTsdb, body), goku).isEmpty();
  }

  /// Returns whether the answers of an endpoint have these statuses.
  boolean isOf(String endpoint, int openTsdbStatus, int gokuStatus) {
    return request.endpoint().endsWith(endpoint)
        && openTsdb.status() == openTsdbStatus
        && goku.status() == gokuStatus;
  }

  /// Returns the request with the answer of OpenTSDB as a recorded case.
  static ObjectNode recorded(DrawnRequests.DrawnRequest request, HttpWire.Reply openTsdb) {
    return recorded(request, openTsdb, parsed(openTsdb.text()));
  }

  private static ObjectNode recorded(
      DrawnRequests.DrawnRequest request, HttpWire.Reply openTsdb, JsonNode body) {
    ObjectNode recorded = request.json().deepCopy();
    if (body.has("error")) {
      recorded.put("compare", "error");
    }
    ObjectNode expected = recorded.putObject("expect");
    expected.put("status", openTsdb.status());
    expected.put("type", openTsdb.contentType());
    expected.set("body", body);
    return recorded;
  }

  JsonNode openTsdbBody() {
    return parsed(openTsdb.text());
  }

  JsonNode gokuBody() {
    return parsed(goku.text());
  }

  private static JsonNode parsed(String text) {
    try {
      JsonNode body = JSON.readTree(text);
      return body == null ? MissingNode.getInstance() : body;
    } catch (JsonProcessingException notJson) {
      return MissingNode.getInstance();
    }
  }

  @Override
  public String toString() {
    return "%s%n  %s%n  OpenTSDB %d %.300s%n  Goku     %d %.300s"
        .formatted(
            request.json(), what, openTsdb.status(), openTsdb.text(), goku.status(), goku.text());
  }
}
