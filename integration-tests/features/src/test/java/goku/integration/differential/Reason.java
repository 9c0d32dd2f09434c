package goku.integration.differential;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import goku.integration.fixture.HttpWire;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;

/// A kind of difference from OpenTSDB in the status or in the whole of an answer, and why users are
/// better off with Goku's answer.
enum Reason {
  /// OpenTSDB's parser of functions takes the parenthesis of a filter and the brace of a rate for
  /// its own. Its functions fail with the message of an exception of Java if series end early.
  FUNCTION_THAT_FAILS(
      "a function answers with any filter and rate inside, and if series end early",
      (difference, body) ->
          (difference.isOf("/query/gexp", 500, 200) && says(body, "Failed to parse"))
              || (difference.isOf("/query/gexp", 400, 200)
                  && (says(body, "No more elements") || says(body, "is null")))),

  /// OpenTSDB reads the stored row of an hour as if it had one datapoint.
  LAST_OF_AN_HOUR(
      "the last datapoint is found in every hour that has datapoints",
      (difference, body) ->
          difference.isOf("/query/last", 400, 200)
              && (says(body, "out of bounds")
                  || says(body, "Invalid value length")
                  || says(body, "not on 8/4/2/1 bytes"))),

  LAST_OF_SOME_TAGS(
      "a back scan finds all series that have the given tags",
      (difference, body) ->
          difference.isOf("/query/last", 200, 200)
              && body.isEmpty()
              && !difference.gokuBody().isEmpty()),

  UNKNOWN_NAME(
      "an unknown name has no series, and does not hide those of the others",
      (difference, body) ->
          difference.goku().status() == 200 && body.toString().contains("No such name for")),

  SERIES_WITHOUT_DATAPOINTS(
      "a series without datapoints in the range is left out: alerts read it as not a number",
      (difference, body) ->
          (difference.isOf("/api/query", 200, 200) || difference.isOf("/query/gexp", 200, 200))
              && difference.isSettledBy(withoutEmptySeries(body))),

  NOT_KEY(
      "the filter not_key is known",
      (difference, body) ->
          difference.goku().status() == 200 && body.toString().contains("of the type: not_key")),

  ONE_BAD_TIMESTAMP(
      "a bad timestamp costs its datapoint, not all others of the request",
      (difference, body) ->
          difference.isOf("/api/put", 400, 400)
              && says(body, "Unable to parse the given JSON")
              && difference.gokuBody().path("failed").asInt() > 0),

  WIDER_NAMES(
      "names of Prometheus and Micrometer, and datapoints without tags, are stored",
      (difference, body) ->
          isWrite(difference)
              && hasWiderName(difference)
              && difference.gokuBody().path("success").asInt() > body.path("success").asInt()),

  /// OpenTSDB takes not a number for the highest, and compares negative ones with a positive one.
  HIGHEST_SERIES(
      "highestMax and highestCurrent choose the series with the highest numbers",
      (difference, body) ->
          difference.isOf("/query/gexp", 200, 200)
              && Highest.isAtLeast(difference.request(), difference.gokuBody(), body)),

  /// OpenTSDB joins the datapoints of operands by their position, or by the second.
  TIMES_IN_FUNCTIONS(
      "a function joins datapoints of the same millisecond",
      (difference, body) ->
          difference.isOf("/query/gexp", 200, 200)
              && difference.request().json().toString().contains("Series(")
              && hasTimesOf(difference.gokuBody(), body)
              && points(difference.goku()) > points(difference.openTsdb())),

  /// If tags are explicit, OpenTSDB reads an hour more and interpolates towards what it finds
  /// there. Of the first hour it reads only the rows from the first tag values of the filters on.
  EXPLICIT_TAGS(
      "series and their last values do not depend on whether the tags are explicit",
      (difference, body) ->
          (difference.isOf("/api/query", 200, 200) || difference.isOf("/query/gexp", 200, 200))
              && hasExplicitTags(difference)
              && LastValues.onlyDiffer(withoutEmptySeries(body), difference.gokuBody()));

  private static final Pattern EXPLICIT = Pattern.compile("explicit_tags|\"explicitTags\":true");

  private static final Pattern WIDER_NAME = Pattern.compile("\"tags\":\\{\\}|\"a b\"|\"x=y\"|\"ü");

  private static final Pattern TIMESTAMP = Pattern.compile("\"\\d+\":");

  private final String why;

  @SuppressWarnings("ImmutableEnumChecker") // pure functions
  private final BiPredicate<Difference, JsonNode> matches;

  /// @param why what Goku does better
  /// @param matches tests a difference with the body of OpenTSDB's answer
  Reason(String why, BiPredicate<Difference, JsonNode> matches) {
    this.why = why;
    this.matches = matches;
  }

  String why() {
    return why;
  }

  boolean explains(Difference difference) {
    return matches.test(difference, difference.openTsdbBody());
  }

  private static boolean hasExplicitTags(Difference difference) {
    return EXPLICIT.matcher(difference.request().json().toString()).find();
  }

  private static boolean isWrite(Difference difference) {
    String endpoint = difference.request().endpoint();
    return endpoint.equals("/api/put") || endpoint.equals("/api/histogram");
  }

  private static boolean hasWiderName(Difference difference) {
    return WIDER_NAME.matcher(difference.request().json().toString()).find();
  }

  private static ArrayNode withoutEmptySeries(JsonNode answer) {
    ArrayNode left = Requests.array();
    for (JsonNode series : answer) {
      if (!series.path("dps").isEmpty()) {
        left.add(series);
      }
    }
    return left;
  }

  /// Returns whether the series of an answer have at least the times of another one.
  private static boolean hasTimesOf(JsonNode answer, JsonNode other) {
    for (int i = 0; i < other.size(); i++) {
      JsonNode ours = answer.path(i).path("dps");
      if (!other.get(i).path("dps").properties().stream().allMatch(p -> ours.has(p.getKey()))) {
        return false;
      }
    }
    return true;
  }

  /// Returns the number of datapoints, of which several can be of a second.
  private static long points(HttpWire.Reply answer) {
    return TIMESTAMP.matcher(answer.text()).results().count();
  }

  private static boolean says(JsonNode body, String text) {
    return body.path("error").path("message").asText().contains(text);
  }
}
