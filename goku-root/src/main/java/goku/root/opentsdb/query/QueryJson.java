package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.model.HistogramMetric;
import goku.model.Hole;
import goku.model.Holes;
import goku.model.Tag;
import goku.query.merge.AggregatedPoints;
import goku.query.merge.GroupResult;
import goku.root.fanout.Groups;
import goku.root.fanout.Shortfall;
import goku.root.opentsdb.annotation.QueryAnnotations;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.wire.Json;
import goku.root.opentsdb.wire.Tsuids;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The JSON of the answer to a query: an array with an object per group, in the order of the sub
/// queries. Datapoints are in ascending order.
final class QueryJson {
  /// The number of datapoints after which the query checks its deadline.
  private static final int POINTS_PER_CHECK = 1024;

  private final QueryRequest request;
  private final List<? extends Groups> answer;
  private final Gaps gaps;
  private final boolean strict;
  private final QueryAnnotations annotations;
  private final Tsuids tsuids;
  private final @Nullable PageLink page;
  private final TimestampName name = new TimestampName();
  private final ShortDecimal decimals = new ShortDecimal();

  /// @param strict whether series without datapoints are written, as in OpenTSDB
  QueryJson(
      QueryRequest request,
      List<? extends Groups> answer,
      Gaps gaps,
      boolean strict,
      QueryAnnotations annotations,
      Tsuids tsuids,
      @Nullable PageLink page) {
    this.request = request;
    this.answer = answer;
    this.gaps = gaps;
    this.strict = strict;
    this.annotations = annotations;
    this.tsuids = tsuids;
    this.page = page;
  }

  /// Writes each group as soon as it is computed.
  ///
  /// @param shortfall the data that the answer lacks, marked in each group
  void writeTo(JsonGenerator json, Shortfall shortfall) throws IOException, InterruptedException {
    json.writeStartArray();
    for (int i = 0; i < answer.size(); i++) {
      Groups groups = answer.get(i);
      for (GroupResult group = groups.next(); group != null; group = groups.next()) {
        if (page == null ? strict || hasDatapoint(group.points()) : page.shows(group)) {
          write(json, group, i, shortfall);
        }
      }
    }
    if (request.form().showSummary()) {
      json.writeStartObject();
      QueryStatsJson.writeSummary(json, answer.stream().map(Groups::stats).toList());
      json.writeEndObject();
    }
    if (page != null) {
      page.write(json);
    }
    json.writeEndArray();
  }

  /// Returns whether something will be written for the group. A series that stopped reporting has
  /// datapoints only in the hours around the range. Grafana's alerts read an empty one as NaN.
  private boolean hasDatapoint(AggregatedPoints points) {
    if (gaps != Gaps.LEFT_OUT) {
      return points.size() > 0;
    }
    for (int i = 0; i < points.size(); i++) {
      if (!isGap(points, i)) {
        return true;
      }
    }
    return false;
  }

  private void write(JsonGenerator json, GroupResult group, int index, Shortfall shortfall)
      throws IOException {
    SubQuery query = request.queries().get(index);
    json.writeStartObject();
    json.writeStringField("metric", query.metric() + group.suffix());
    Json.tags(json, group.tags());
    json.writeArrayFieldStart("aggregateTags");
    for (String key : group.aggregateTags()) {
      json.writeString(key);
    }
    json.writeEndArray();
    if (!shortfall.isNone()) {
      json.writeBooleanField("partial", true);
    }
    if (shortfall.isRecovering()) {
      json.writeNumberField("completeFrom", shortfall.completeFromMillis());
    }
    if (shortfall.hasHoles()) {
      holes(json, shortfall.holes());
    }
    if (shortfall.isLagging()) {
      json.writeNumberField("lag", shortfall.lagMillis());
    }
    if (request.form().showQuery()) {
      SubQueryJson.write(json, query, index);
    }
    if (request.form().showTsuids()) {
      tsuids(json, storedMetric(query), group);
    }
    annotations.write(json, query.metric(), group.members());
    boolean filledWithNull = query.downsample() != null && query.downsample().endsWith("-null");
    boolean nulls = gaps == Gaps.NULL || filledWithNull;
    points(json, group.points(), nulls, answer.get(index));
    if (request.form().showStats()) {
      QueryStatsJson.write(json, answer.get(index).stats());
    }
    json.writeEndObject();
  }

  private static void holes(JsonGenerator json, Holes holes) throws IOException {
    json.writeArrayFieldStart("holes");
    for (Hole hole : holes.all()) {
      json.writeStartObject();
      json.writeNumberField("start", hole.startMillis());
      json.writeNumberField("end", hole.endMillis());
      json.writeStringField("cause", hole.cause().toString());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /// Returns the metric whose series have the identifiers of the answer.
  private static String storedMetric(SubQuery query) {
    return query.histograms() == null ? query.metric() : HistogramMetric.of(query.metric());
  }

  private void tsuids(JsonGenerator json, String metric, GroupResult group) throws IOException {
    json.writeArrayFieldStart("tsuids");
    for (List<Tag> member : group.members()) {
      json.writeString(tsuids.of(metric, member));
    }
    json.writeEndArray();
  }

  private void points(JsonGenerator json, AggregatedPoints points, boolean nulls, Groups groups)
      throws IOException {
    json.writeFieldName("dps");
    boolean arrays = request.form().arrays();
    if (arrays) {
      json.writeStartArray();
    } else {
      json.writeStartObject();
    }
    long unit = request.form().milliseconds() ? 1 : 1000;
    for (int i = 0; i < points.size(); i++) {
      if (i % POINTS_PER_CHECK == 0) {
        groups.check();
      }
      if (gaps == Gaps.LEFT_OUT && isGap(points, i)) {
        continue;
      }
      long timestamp = points.timestamp(i) / unit;
      if (arrays) {
        json.writeStartArray();
        json.writeNumber(timestamp);
        value(json, points, i, nulls);
        json.writeEndArray();
      } else {
        json.writeFieldName(name.of(timestamp));
        value(json, points, i, nulls);
      }
    }
    if (arrays) {
      json.writeEndArray();
    } else {
      json.writeEndObject();
    }
  }

  private static boolean isGap(AggregatedPoints points, int i) {
    return !points.integers() && Double.isNaN(points.doubleValue(i));
  }

  private void value(JsonGenerator json, AggregatedPoints points, int i, boolean nulls)
      throws IOException {
    if (points.integers()) {
      json.writeNumber(points.longValue(i));
    } else if (!isGap(points, i)) {
      decimals.write(json, points.doubleValue(i));
    } else if (nulls) {
      json.writeNull();
    } else {
      json.writeString("NaN");
    }
  }
}
