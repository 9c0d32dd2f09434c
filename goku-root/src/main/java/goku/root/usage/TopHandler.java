package goku.root.usage;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.http.HttpHandler;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import goku.query.usage.MetricUsages;
import goku.query.usage.TagKeyUsage;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The handler of `/api/goku/top`: the metrics that write most, with their tag keys. Thread-safe.
final class TopHandler implements HttpHandler {
  static final Comparator<TagKeyUsage> MOST_VALUES =
      Comparator.comparingInt((TagKeyUsage key) -> key.values().size())
          .reversed()
          .thenComparing(TagKeyUsage::key);

  private static final int DEFAULT_N = 25;

  private final UsageDirectory directory;
  private final UsageJson form;

  TopHandler(UsageDirectory directory, UsageJson form) {
    this.directory = directory;
    this.form = form;
  }

  @Override
  public HttpResponse handle(HttpRequest request) throws InterruptedException {
    HttpMethods.allow(request, "GET");
    var by = Measure.of(request.parameter("by").orElse(Measure.CARDINALITY.toString()));
    String prefix = UsageParameters.prefix(request);
    int n = UsageParameters.n(request, DEFAULT_N);
    MetricUsages usages = directory.metrics(prefix);
    List<WrittenMetric> all = WrittenMetric.merged(usages.metrics());
    List<WrittenMetric> top = all.stream().sorted(by.descending()).limit(n).toList();
    Map<String, List<TagKeyUsage>> tags =
        directory
            .tagKeys(top.stream().map(WrittenMetric::metric).collect(Collectors.toSet()))
            .stream()
            .sorted(MOST_VALUES)
            .collect(Collectors.groupingBy(TagKeyUsage::metric));
    return Json.answer(
        json -> {
          json.writeStartObject();
          json.writeStringField("by", by.toString());
          json.writeStringField("prefix", prefix);
          if (usages.metrics().isEmpty()) {
            json.writeNullField("asOfMillis");
          } else {
            json.writeNumberField("asOfMillis", usages.asOfMillis());
          }
          form.observedSince(json);
          json.writeNumberField("metrics", all.size());
          UsageJson.sums(json, WrittenMetric.sum(all));
          json.writeArrayFieldStart("top");
          for (WrittenMetric metric : top) {
            json.writeStartObject();
            form.metric(json, metric);
            keys(json, "tagKeys", tags.getOrDefault(metric.metric(), List.of()));
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  static void keys(JsonGenerator json, String member, List<TagKeyUsage> keys) throws IOException {
    json.writeArrayFieldStart(member);
    for (TagKeyUsage key : keys) {
      json.writeStartObject();
      json.writeStringField("key", key.key());
      json.writeNumberField("values", key.values().size());
      json.writeNumberField("series", key.series());
      json.writeEndObject();
    }
    json.writeEndArray();
  }
}
