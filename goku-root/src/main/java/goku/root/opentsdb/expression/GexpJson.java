package goku.root.opentsdb.expression;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.root.expression.Series;
import goku.root.expression.SeriesPoints;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.query.QueryRequest;
import goku.root.opentsdb.query.SubQueryJson;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuids;
import java.io.IOException;
import java.util.List;

/// The answer to `/api/query/gexp`, which has the form of one to `/api/query`. A series computed
/// from several takes its name and its sub query from the first of them.
final class GexpJson {
  private final QueryRequest request;
  private final List<Series> results;
  private final Tsuids tsuids;

  GexpJson(QueryRequest request, List<Series> results, Tsuids tsuids) {
    this.tsuids = tsuids;
    this.request = request;
    this.results = results;
  }

  void writeTo(JsonGenerator json) throws IOException {
    json.writeStartArray();
    for (Series series : results) {
      write(json, series);
    }
    if (request.form().showSummary()) {
      json.writeStartObject();
      emptyObject(json, "statsSummary");
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void write(JsonGenerator json, Series series) throws IOException {
    int index = series.origins().getFirst().query();
    SubQuery query = request.queries().get(index);
    json.writeStartObject();
    json.writeStringField("metric", series.metrics().first());
    Json.tags(json, series.tags());
    json.writeArrayFieldStart("aggregateTags");
    for (String key : series.aggregateTags()) {
      json.writeString(key);
    }
    json.writeEndArray();
    if (request.form().showQuery()) {
      SubQueryJson.write(json, query, index);
    }
    if (request.form().showTsuids()) {
      tsuids(json, series);
    }
    boolean nulls = query.downsample() != null && query.downsample().endsWith("-null");
    points(json, series.points(), nulls);
    if (request.form().showStats()) {
      emptyObject(json, "stats");
    }
    json.writeEndObject();
  }

  private void tsuids(JsonGenerator json, Series series) throws IOException {
    json.writeArrayFieldStart("tsuids");
    List<String> ids =
        series.origins().stream()
            .flatMap(
                origin -> {
                  String metric = request.queries().get(origin.query()).metric();
                  return origin.members().stream().map(tags -> tsuids.of(metric, tags));
                })
            .distinct()
            .toList();
    for (String tsuid : ids) {
      json.writeString(tsuid);
    }
    json.writeEndArray();
  }

  private void points(JsonGenerator json, SeriesPoints points, boolean nulls) throws IOException {
    long unit = request.form().milliseconds() ? 1 : 1000;
    json.writeFieldName("dps");
    if (request.form().arrays()) {
      json.writeStartArray();
      for (int i = 0; i < points.size(); i++) {
        json.writeStartArray();
        json.writeNumber(points.timestamp(i) / unit);
        value(json, points, i, nulls);
        json.writeEndArray();
      }
      json.writeEndArray();
    } else {
      json.writeStartObject();
      for (int i = 0; i < points.size(); i++) {
        json.writeFieldName(Long.toString(points.timestamp(i) / unit));
        value(json, points, i, nulls);
      }
      json.writeEndObject();
    }
  }

  private static void value(JsonGenerator json, SeriesPoints points, int i, boolean nulls)
      throws IOException {
    double value = points.value(i);
    if (points.integers()) {
      json.writeNumber(points.longValue(i));
    } else if (Double.isNaN(value) && nulls) {
      json.writeNull();
    } else {
      // NaN and infinity become strings
      json.writeNumber(value);
    }
  }

  private static void emptyObject(JsonGenerator json, String name) throws IOException {
    json.writeObjectFieldStart(name);
    json.writeEndObject();
  }
}
