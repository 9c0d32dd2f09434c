package goku.integration.query;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.integration.reference.Downsampling;
import goku.integration.reference.Filter;
import goku.integration.reference.Rate;
import goku.integration.reference.SubQuery;

/// The body of a POST to `/api/query`.
final class QueryBody {
  private final AskedQuery asked;

  QueryBody(AskedQuery asked) {
    this.asked = asked;
  }

  String text() {
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("start", asked.request().startMillis());
    body.put("end", asked.request().endMillis());
    if (asked.milliseconds()) {
      body.put("msResolution", true);
    }
    var queries = body.putArray("queries");
    for (SubQuery query : asked.request().queries()) {
      add(query, queries.addObject());
      Downsampling downsampling = query.downsampling();
      if (downsampling != null && downsampling.calendar()) {
        body.put("timezone", downsampling.zone().getId());
      }
    }
    return body.toString();
  }

  private static void add(SubQuery query, ObjectNode json) {
    json.put("aggregator", query.aggregator());
    json.put("metric", query.metric());
    json.put("explicitTags", query.explicitTags());
    Downsampling downsampling = query.downsampling();
    if (downsampling != null) {
      json.put("downsample", AskedQuery.interval(downsampling));
    }
    Rate rate = query.rate();
    if (rate != null) {
      json.put("rate", true);
      ObjectNode options = json.putObject("rateOptions");
      options.put("counter", rate.counter());
      options.put("dropResets", rate.dropResets());
      options.put("resetValue", (long) rate.resetValue());
      if (rate.counterMax() != Rate.DEFAULT_MAX) {
        options.put("counterMax", (long) rate.counterMax());
      }
    }
    var filters = json.putArray("filters");
    for (Filter filter : query.filters()) {
      ObjectNode one = filters.addObject();
      one.put("type", filter.type());
      one.put("tagk", filter.key());
      one.put("filter", filter.text());
      one.put("groupBy", filter.groupBy());
    }
  }
}
