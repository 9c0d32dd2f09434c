package goku.root.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import goku.root.Reply;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Compares an answer with the recorded one, as strictly as the corpus' own program: status, media
/// type, series as a set, timestamps exactly, values within a tolerance, 1 and 1.0 being equal.
final class Comparison {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final RecordedCase recorded;

  Comparison(RecordedCase recorded) {
    this.recorded = recorded;
  }

  void check(Reply reply) throws Exception {
    for (JsonNode status : recorded.json().path("also_status")) {
      if (status.asInt() == reply.status()) {
        return;
      }
    }
    require(
        recorded.statuses().contains(reply.status()),
        "status: want %s, got %d: %s",
        recorded.statuses(),
        reply.status(),
        shown(reply.body()));
    if (recorded.compare().equals("status")) {
      return;
    }
    String type = recorded.expected().get("type").asText().split(";", -1)[0];
    require(reply.contentType().startsWith(type), "content type: %s", reply.contentType());
    JsonNode want = recorded.expected().get("body");
    JsonNode got = MAPPER.readTree(reply.body());
    switch (recorded.compare()) {
      case "query" -> new SeriesComparison(this).check(want, got);
      case "error" -> error(want, got);
      case "json" -> deep(want, got, "body");
      case "set" -> require(set(want).equals(set(got)), "want %s, got %s", want, got);
      case "structure" -> shape(want, got, "body");
      case "superset" -> superset(want, got);
      case "object" -> require(got.isObject(), "not an object: %s", got);
      case "lookup" -> lookup(want, got);
      case "last" -> last(want, got);
      default -> throw new AssertionError("cannot compare as " + recorded.compare());
    }
  }

  private void error(JsonNode want, JsonNode got) {
    List<Integer> codes = new ArrayList<>(recorded.statuses());
    codes.add(want.get("error").get("code").asInt());
    require(codes.contains(got.path("error").path("code").asInt()), "error.code in %s", got);
    require(!got.path("error").path("message").asText().isEmpty(), "no error.message: %s", got);
  }

  private void superset(JsonNode want, JsonNode got) {
    want.fieldNames().forEachRemaining(name -> require(got.has(name), "lacks %s", name));
  }

  private void lookup(JsonNode want, JsonNode got) {
    want.fieldNames().forEachRemaining(name -> require(got.has(name), "lacks %s", name));
    for (String name : List.of("type", "metric", "limit", "startIndex", "totalResults")) {
      if (want.has(name)) {
        deep(want.get(name), got.get(name), name);
      }
    }
    if (want.has("tags")) {
      require(set(want.get("tags")).equals(set(got.get("tags"))), "tags: got %s", got.get("tags"));
    }
    if (recorded.json().path("count_only").asBoolean()) {
      require(
          want.get("results").size() == got.get("results").size(),
          "results: want %d, got %d",
          want.get("results").size(),
          got.get("results").size());
    } else {
      Set<String> wanted = names(want);
      Set<String> found = names(got);
      require(wanted.equals(found), "results: want %s, got %s", wanted, found);
    }
    got.get("results")
        .forEach(result -> require(!result.path("tsuid").asText().isEmpty(), "no tsuid"));
  }

  /// Points as a set; a live one has no time that could be recorded.
  private void last(JsonNode want, JsonNode got) {
    require(got.isArray(), "not an array: %s", got);
    List<String> wanted = points(want);
    List<String> found = points(got);
    require(wanted.equals(found), "last points: want %s, got %s", wanted, found);
  }

  private List<String> points(JsonNode last) {
    boolean live = recorded.json().path("live").asBoolean();
    List<String> points = new ArrayList<>();
    for (JsonNode point : last) {
      require(point.path("value").isTextual(), "the value is no text: %s", point);
      require(!point.path("tsuid").asText().isEmpty(), "no tsuid: %s", point);
      Set<String> tags = new TreeSet<>();
      point.path("tags").properties().forEach(tag -> tags.add(tag.toString()));
      points.add(
          "%s %s%s %s %s"
              .formatted(
                  live ? "live" : point.get("timestamp").asText(),
                  point.path("metric").asText(),
                  point.has("tags"),
                  tags,
                  Double.valueOf(point.get("value").asText())));
    }
    points.sort(null);
    return points;
  }

  private static Set<String> names(JsonNode lookup) {
    Set<String> names = new TreeSet<>();
    for (JsonNode result : lookup.get("results")) {
      Set<String> tags = new TreeSet<>();
      result.get("tags").properties().forEach(tag -> tags.add(tag.toString()));
      names.add(result.get("metric").asText() + tags);
    }
    return names;
  }

  void deep(JsonNode want, JsonNode got, String where) {
    require(want.size() == got.size(), "%s: want %s, got %s", where, want, got);
    if (want.isObject()) {
      want.properties()
          .forEach(
              member -> {
                require(got.has(member.getKey()), "%s lacks %s", where, member.getKey());
                deep(member.getValue(), got.get(member.getKey()), where + "." + member.getKey());
              });
    } else if (want.isArray()) {
      for (int i = 0; i < want.size(); i++) {
        deep(want.get(i), got.get(i), where + "[" + i + "]");
      }
    } else {
      value(want, got, where);
    }
  }

  private void shape(JsonNode want, JsonNode got, String where) {
    require(want.getNodeType() == got.getNodeType(), "%s: want %s, got %s", where, want, got);
    if (want.isObject()) {
      want.properties()
          .forEach(
              member -> {
                require(got.has(member.getKey()), "%s lacks %s", where, member.getKey());
                shape(member.getValue(), got.get(member.getKey()), where + "." + member.getKey());
              });
    } else if (want.isArray() && !want.isEmpty()) {
      require(!got.isEmpty(), "%s is empty", where);
      shape(want.get(0), got.get(0), where + "[0]");
    }
  }

  void value(JsonNode want, JsonNode got, String where) {
    boolean same = want.equals(got);
    if (!same && want.isNumber() && got.isNumber()) {
      double a = want.doubleValue();
      double b = got.doubleValue();
      double difference = Math.abs(a - b);
      same =
          a == b
              || difference <= recorded.tolerance() * Math.max(Math.abs(a), Math.abs(b))
              || difference <= recorded.absoluteTolerance();
    }
    require(same, "%s: want %s, got %s", where, want, got);
  }

  @SuppressWarnings("AnnotateFormatMethod") // would need a library for one annotation
  static void require(boolean condition, String message, Object... arguments) {
    if (!condition) {
      throw new AssertionError(shown(message.formatted(arguments)));
    }
  }

  private static String shown(String text) {
    return text.length() <= 400 ? text : text.substring(0, 400) + "..";
  }

  private static Set<String> set(JsonNode array) {
    Set<String> set = new HashSet<>();
    array.forEach(element -> set.add(element.toString()));
    return set;
  }
}
