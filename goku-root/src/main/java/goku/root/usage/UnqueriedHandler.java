package goku.root.usage;

import goku.http.HttpError;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.queried.Queried;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.OptionalLong;

/// The handler of `/api/goku/unqueried`: metrics that are written but were not queried for some
/// days, and what blocking them would save. Blocked metrics are left out. Thread-safe.
final class UnqueriedHandler implements HttpHandler {
  private static final int DEFAULT_N = 100;
  private static final int DEFAULT_DAYS = 30;
  private static final int MAX_DAYS = 3650;

  private final UsageDirectory directory;
  private final UsageJson form;
  private final InstantSource clock;

  UnqueriedHandler(UsageDirectory directory, UsageJson form, InstantSource clock) {
    this.directory = directory;
    this.form = form;
    this.clock = clock;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET");
    String prefix = UsageParameters.prefix(request);
    int n = UsageParameters.n(request, DEFAULT_N);
    int days = UsageParameters.number(request, "days", DEFAULT_DAYS, MAX_DAYS);
    OptionalLong observed = form.queried().observedSinceMillis();
    if (observed.isEmpty()) {
      throw new HttpError(
          503,
          "cannot list unqueried metrics: earlier queries are still being read from Kafka; retry"
              + " later");
    }
    long since = clock.millis() - Duration.ofDays(days).toMillis();
    List<WrittenMetric> unqueried =
        WrittenMetric.merged(directory.metrics(prefix).metrics()).stream()
            .filter(
                metric ->
                    form.queried()
                            .of(metric.metric())
                            .map(Queried::lastMillis)
                            .orElse(Long.MIN_VALUE)
                        < since)
            .filter(metric -> !form.blocked().current().blocks(metric.metric()))
            .sorted(Measure.BYTES.descending())
            .toList();
    return Json.answer(
        json -> {
          json.writeStartObject();
          json.writeNumberField("days", days);
          json.writeNumberField("sinceMillis", since);
          form.observedSince(json);
          json.writeBooleanField("observedWhole", observed.getAsLong() <= since);
          json.writeStringField("prefix", prefix);
          json.writeNumberField("metrics", unqueried.size());
          UsageJson.sums(json, WrittenMetric.sum(unqueried));
          json.writeArrayFieldStart("unqueried");
          for (WrittenMetric metric : unqueried.subList(0, Math.min(n, unqueried.size()))) {
            json.writeStartObject();
            form.metric(json, metric);
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }
}
