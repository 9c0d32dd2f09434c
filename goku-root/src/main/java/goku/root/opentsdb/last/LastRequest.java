package goku.root.opentsdb.last;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.model.SeriesId;
import goku.model.Tag;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.language.MetricWithTags;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuid;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A request to `/api/query/last`.
///
/// @param resolve whether the answer names metrics and tags
/// @param backScan hours before the current one to search; 0 to search for series that are still
///   written
record LastRequest(
    List<MetricWithTags> named, Set<SeriesId> identified, boolean resolve, int backScan) {
  LastRequest {
    named = List.copyOf(named);
    identified = Set.copyOf(identified);
    if (backScan < 0) {
      throw new HttpError(
          400, "Backscan must be zero or a positive number, not %d".formatted(backScan));
    }
  }

  static LastRequest of(HttpRequest request) {
    return switch (request.method()) {
      case "GET" -> ofParameters(request);
      case "POST" -> ofBody(Json.object(request));
      default -> throw HttpMethods.notAllowed(request);
    };
  }

  private static LastRequest ofParameters(HttpRequest request) {
    List<MetricWithTags> named = new ArrayList<>();
    for (String text : request.parameters().getOrDefault("timeseries", List.of())) {
      named.add(MetricWithTags.parse(text));
    }
    List<String> tsuids = request.parameters().getOrDefault("tsuids", List.of());
    if (named.isEmpty() && tsuids.isEmpty()) {
      throw new HttpError(400, "Missing sub queries");
    }
    Set<SeriesId> identified = new HashSet<>();
    for (String list : tsuids) {
      identified.addAll(Tsuid.parse(List.of(list.split(",", -1))));
    }
    int backScan = hours("back_scan", request.parameter("back_scan").orElse("0"));
    return new LastRequest(named, identified, request.has("resolve"), backScan);
  }

  private static LastRequest ofBody(JsonNode body) {
    List<MetricWithTags> named = new ArrayList<>();
    Set<SeriesId> identified = new HashSet<>();
    int queries = 0;
    for (JsonNode query : Json.list(body, "queries")) {
      queries++;
      if (HistogramOptions.isAsked(query)) {
        throw HistogramOptions.notHere("a query for last datapoints");
      }
      List<String> tsuids = Json.texts(query, "tsuids");
      if (tsuids.isEmpty()) {
        named.add(new MetricWithTags(Json.text(query, "metric", ""), tags(query.get("tags"))));
      } else {
        identified.addAll(Tsuid.parse(tsuids));
      }
    }
    if (queries == 0) {
      throw new HttpError(400, "Missing sub queries");
    }
    return new LastRequest(
        named,
        identified,
        Json.flag(body, "resolveNames"),
        hours("backScan", Json.text(body, "backScan", "0")));
  }

  private static List<Tag> tags(JsonNode tags) {
    List<Tag> result = new ArrayList<>();
    if (tags == null || tags.isNull() || (tags.isArray() && tags.isEmpty())) {
      return result;
    }
    if (!tags.isObject()) {
      throw Json.unreadable("'tags' must be an object");
    }
    for (Map.Entry<String, JsonNode> tag : tags.properties()) {
      result.add(new Tag(tag.getKey(), tag.getValue().asText()));
    }
    return result;
  }

  private static int hours(String name, String text) {
    try {
      return Integer.parseInt(text);
    } catch (NumberFormatException e) {
      throw new HttpError(
          400,
          "Unable to parse %s=%s; it must be a number of hours up to %d"
              .formatted(name, text, Integer.MAX_VALUE),
          e.getMessage());
    }
  }
}
