package goku.root.usage;

import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.usage.TagKeyUsage;
import goku.query.usage.TagValueUsage;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/// The handler of `/api/goku/top/tags`: the tag keys of a metric, or the values of one key, with
/// their number of series. Thread-safe.
final class TopTagsHandler implements HttpHandler {
  private static final int DEFAULT_N = 100;

  private static final Comparator<TagValueUsage> MOST_SERIES =
      Comparator.comparingLong(TagValueUsage::series)
          .reversed()
          .thenComparing(TagValueUsage::value);

  private final UsageDirectory directory;

  TopTagsHandler(UsageDirectory directory) {
    this.directory = directory;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET");
    String metric = UsageParameters.required(request, "metric");
    return request.has("key")
        ? values(
            metric,
            UsageParameters.required(request, "key"),
            UsageParameters.prefix(request),
            UsageParameters.n(request, DEFAULT_N))
        : keys(metric);
  }

  private HttpResponse keys(String metric) throws InterruptedException {
    List<TagKeyUsage> keys =
        directory.tagKeys(Set.of(metric)).stream().sorted(TopHandler.MOST_VALUES).toList();
    return Json.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("metric", metric);
          TopHandler.keys(json, "keys", keys);
          json.writeEndObject();
        });
  }

  private HttpResponse values(String metric, String key, String prefix, int n)
      throws InterruptedException {
    List<TagValueUsage> all =
        directory.tagValues(metric, key).stream()
            .filter(value -> value.value().startsWith(prefix))
            .sorted(MOST_SERIES)
            .toList();
    return Json.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("metric", metric);
          json.writeStringField("key", key);
          json.writeStringField("prefix", prefix);
          json.writeNumberField("values", all.size());
          json.writeArrayFieldStart("top");
          for (TagValueUsage value : all.subList(0, Math.min(n, all.size()))) {
            json.writeStartObject();
            json.writeStringField("value", value.value());
            json.writeNumberField("series", value.series());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }
}
