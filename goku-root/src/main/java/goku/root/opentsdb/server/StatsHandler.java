package goku.root.opentsdb.server;

import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import io.micrometer.core.instrument.Measurement;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import java.time.InstantSource;

/// The handler of `/api/stats`: the meters of this process as datapoints.
public final class StatsHandler implements HttpHandler {
  private final MeterRegistry registry;
  private final InstantSource clock;

  public StatsHandler(MeterRegistry registry, InstantSource clock) {
    this.registry = registry;
    this.clock = clock;
  }

  @Override
  public HttpResponse handle(HttpRequest request) {
    HttpMethods.allow(request, "GET", "POST");
    long now = clock.instant().getEpochSecond();
    return Json.answer(
        json -> {
          json.writeStartArray();
          for (Meter meter : registry.getMeters()) {
            for (Measurement measurement : meter.measure()) {
              json.writeStartObject();
              json.writeStringField("metric", meter.getId().getName());
              json.writeNumberField("timestamp", now);
              json.writeStringField("value", Double.toString(measurement.getValue()));
              json.writeObjectFieldStart("tags");
              json.writeStringField(
                  "statistic", measurement.getStatistic().getTagValueRepresentation());
              for (Tag tag : meter.getId().getTags()) {
                json.writeStringField(tag.getKey(), tag.getValue());
              }
              json.writeEndObject();
              json.writeEndObject();
            }
          }
          json.writeEndArray();
        });
  }
}
