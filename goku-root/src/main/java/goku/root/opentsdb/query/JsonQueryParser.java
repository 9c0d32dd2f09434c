package goku.root.opentsdb.query;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.language.RollupUsage;
import goku.root.opentsdb.language.SeriesSpec;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// A parser of a query in the body of a POST. Unknown members are ignored.
final class JsonQueryParser {
  private JsonQueryParser() {}

  /// @param arrays whether the query string requests datapoints as arrays
  static QueryRequest parse(JsonNode body, boolean arrays, Dialect dialect) {
    List<SubQuery> queries = new ArrayList<>();
    for (JsonNode query : Json.list(body, "queries")) {
      queries.add(subQuery(query, dialect));
    }
    var form =
        new QueryRequest.Form(
            Json.flag(body, "msResolution") || Json.flag(body, "ms"),
            arrays,
            Json.flag(body, "showTSUIDs"),
            Json.flag(body, "showQuery"),
            Json.flag(body, "showStats"),
            Json.flag(body, "showSummary"),
            AnnotationChoice.of(
                Json.flag(body, "noAnnotations"),
                body.hasNonNull("globalAnnotations") ? Json.flag(body, "globalAnnotations") : null,
                dialect));
    return new QueryRequest(
        Json.text(body, "start"),
        Json.text(body, "end"),
        Json.text(body, "timezone"),
        Json.flag(body, "useCalendar"),
        form,
        Json.flag(body, "delete"),
        queries);
  }

  private static SubQuery subQuery(JsonNode query, Dialect dialect) {
    return new SubQuery(
        Json.text(query, "aggregator", ""),
        series(query, dialect),
        Json.text(query, "downsample"),
        Json.flag(query, "rate"),
        RateOptionsJson.parse(query.get("rateOptions"), dialect),
        RollupUsage.of(Json.text(query, "rollupUsage")),
        histograms(query));
  }

  private static @Nullable HistogramOptions histograms(JsonNode query) {
    List<Float> percentiles = new ArrayList<>();
    for (JsonNode percentile : Json.list(query, "percentiles")) {
      try {
        percentiles.add(Float.parseFloat(percentile.asText().strip()));
      } catch (NumberFormatException e) {
        throw Json.unreadable("'percentiles' must have numbers only, not " + percentile);
      }
    }
    boolean ranges = Json.flag(query, "showHistogramBuckets");
    return percentiles.isEmpty() && !ranges ? null : new HistogramOptions(percentiles, ranges);
  }

  private static SeriesSpec series(JsonNode query, Dialect dialect) {
    List<String> tsuids = Json.texts(query, "tsuids");
    return tsuids.isEmpty()
        ? SeriesSpec.named(
            Json.text(query, "metric", ""),
            filters(query, dialect),
            Json.flag(query, "explicitTags"))
        : SeriesSpec.identified(tsuids);
  }

  /// Parses `filters` and `tags`, of which the later one replaces the other.
  private static List<FilterSpec> filters(JsonNode query, Dialect dialect) {
    List<FilterSpec> filters = new ArrayList<>();
    try {
      for (Map.Entry<String, JsonNode> member : query.properties()) {
        if (member.getKey().equals("filters") && !member.getValue().isNull()) {
          filters.clear();
          for (JsonNode filter : Json.list(query, "filters")) {
            filters.add(FilterJson.read(filter));
          }
        } else if (member.getKey().equals("tags") && !isEmpty(member.getValue(), dialect)) {
          filters.clear();
          tags(member.getValue(), filters);
        }
      }
    } catch (IllegalArgumentException e) {
      throw Json.unreadable(String.valueOf(e.getMessage()));
    }
    return filters;
  }

  private static void tags(JsonNode tags, List<FilterSpec> filters) {
    if (!tags.isObject()) {
      throw Json.unreadable("'tags' must be an object");
    }
    for (Map.Entry<String, JsonNode> tag : tags.properties()) {
      filters.add(FilterSpec.ofTag(tag.getKey(), tag.getValue().asText(), true));
    }
  }

  /// Returns whether there are no tags: also `[]` of old Grafana, which OpenTSDB rejects.
  private static boolean isEmpty(JsonNode node, Dialect dialect) {
    boolean container = dialect.strict() ? node.isObject() : node.isContainerNode();
    return node.isNull() || (container && node.isEmpty());
  }
}
