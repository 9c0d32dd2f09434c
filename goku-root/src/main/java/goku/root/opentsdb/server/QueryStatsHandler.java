package goku.root.opentsdb.server;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.fanout.EndedQuery;
import goku.root.fanout.KeptQuery;
import goku.root.fanout.QueryCost;
import goku.root.fanout.QueryLog;
import goku.root.fanout.RunningQuery;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import java.io.IOException;
import java.time.InstantSource;
import java.util.List;

/// The handler of `/api/stats/query`: running queries and the last ended ones, with their cost. A
/// DELETE with the parameter `id` cancels a running query, which OpenTSDB cannot do.
public final class QueryStatsHandler implements HttpHandler {
  private final QueryLog log;
  private final InstantSource clock;

  public QueryStatsHandler(QueryLog log, InstantSource clock) {
    this.log = log;
    this.clock = clock;
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    HttpMethods.allow(request, "GET", "DELETE");
    if (request.method().equals("DELETE")) {
      cancel(request.parameter("id").orElse(""));
      return HttpResponse.noContent();
    }
    return Json.answer(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("running");
          for (RunningQuery query : log.running()) {
            running(json, query);
          }
          json.writeEndArray();
          json.writeArrayFieldStart("completed");
          for (EndedQuery query : log.ended()) {
            ended(json, query);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private void cancel(String id) {
    try {
      if (!log.cancel(Long.parseLong(id))) {
        throw new HttpError(404, "No query %s is running".formatted(id));
      }
    } catch (NumberFormatException e) {
      throw new HttpError(
          400, "The parameter 'id' must be the number of a query, not '" + id + "'");
    }
  }

  private void running(JsonGenerator json, RunningQuery query) throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", query.id());
    json.writeStringField("remote", query.asker());
    queries(json, query.queries().stream().map(KeptQuery::of).toList());
    json.writeNumberField("queryStart", query.began().toEpochMilli());
    json.writeNumberField("elapsed", clock.millis() - query.began().toEpochMilli());
    cost(json, query.cost());
    json.writeEndObject();
  }

  private static void ended(JsonGenerator json, EndedQuery query) throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", query.id());
    json.writeStringField("remote", query.asker());
    queries(json, query.queries());
    json.writeNumberField("queryStartTimestamp", query.began().toEpochMilli());
    json.writeNumberField(
        "queryCompletedTimestamp", query.began().plus(query.took()).toEpochMilli());
    json.writeObjectFieldStart("httpResponse");
    json.writeNumberField("code", query.status());
    json.writeEndObject();
    json.writeStringField("exception", query.error().isEmpty() ? "null" : query.error());
    cost(json, query.cost());
    json.writeEndObject();
  }

  private static void queries(JsonGenerator json, List<KeptQuery> queries) throws IOException {
    json.writeObjectFieldStart("query");
    json.writeArrayFieldStart("queries");
    for (KeptQuery query : queries) {
      json.writeStartObject();
      json.writeStringField("metric", query.metric());
      json.writeStringField("aggregator", query.aggregator());
      json.writeNumberField("start", query.startMillis());
      json.writeNumberField("end", query.endMillis());
      json.writeNumberField("filters", query.filters());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void cost(JsonGenerator json, QueryCost cost) throws IOException {
    json.writeObjectFieldStart("stats");
    json.writeNumberField("series", cost.series());
    json.writeNumberField("datapoints", cost.datapoints());
    json.writeNumberField("heldBytes", cost.heldBytes());
    json.writeNumberField("workMillis", cost.workNanos() / 1_000_000);
    json.writeEndObject();
  }
}
