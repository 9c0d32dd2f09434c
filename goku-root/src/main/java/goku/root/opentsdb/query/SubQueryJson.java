package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.language.SubQuery;
import java.io.IOException;

/// The member `query` of a group: the sub query that it belongs to. Grafana reads `index` from it.
public final class SubQueryJson {
  private SubQueryJson() {}

  public static void write(JsonGenerator json, SubQuery query, int index) throws IOException {
    json.writeObjectFieldStart("query");
    json.writeStringField("aggregator", query.aggregator());
    json.writeStringField("metric", query.metric());
    if (query.tsuids().isEmpty()) {
      json.writeNullField("tsuids");
    } else {
      json.writeArrayFieldStart("tsuids");
      for (String tsuid : query.tsuids()) {
        json.writeString(tsuid);
      }
      json.writeEndArray();
    }
    if (query.downsample() == null) {
      json.writeNullField("downsample");
    } else {
      json.writeStringField("downsample", query.downsample());
    }
    json.writeBooleanField("rate", query.rate());
    json.writeArrayFieldStart("filters");
    for (FilterSpec filter : query.filters()) {
      json.writeStartObject();
      json.writeStringField("tagk", filter.tagk());
      json.writeStringField("filter", filter.filter());
      json.writeBooleanField("group_by", filter.groupBy());
      json.writeStringField("type", filter.type());
      json.writeEndObject();
    }
    json.writeEndArray();
    HistogramOptions histograms = query.histograms();
    if (histograms != null) {
      json.writeArrayFieldStart("percentiles");
      for (float percentile : histograms.percentiles()) {
        json.writeNumber(percentile);
      }
      json.writeEndArray();
      json.writeBooleanField("showHistogramBuckets", histograms.ranges());
    }
    json.writeNumberField("index", index);
    json.writeBooleanField("explicitTags", query.explicitTags());
    json.writeEndObject();
  }
}
