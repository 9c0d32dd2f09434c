package goku.root.usage;

import com.fasterxml.jackson.core.JsonGenerator;
import goku.model.Blocklist;
import goku.model.Live;
import goku.root.queried.Queried;
import goku.root.queried.QueriedMetrics;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// The writer of JSON members that several answers share. Thread-safe.
record UsageJson(QueriedMetrics queried, Live<Blocklist> blocked) {
  /// Writes the members of one metric.
  void metric(JsonGenerator json, WrittenMetric metric) throws IOException {
    json.writeStringField("metric", metric.metric());
    json.writeArrayFieldStart("namespaces");
    for (String namespace : metric.namespaces()) {
      json.writeString(namespace);
    }
    json.writeEndArray();
    sums(json, metric);
    Optional<Queried> last = queried.of(metric.metric());
    if (last.isPresent()) {
      json.writeNumberField("lastQueriedMillis", last.get().lastMillis());
    } else {
      json.writeNullField("lastQueriedMillis");
    }
    json.writeNumberField("queries", last.map(Queried::count).orElse(0L));
    json.writeBooleanField("blocked", blocked.current().blocks(metric.metric()));
  }

  static void sums(JsonGenerator json, WrittenMetric metric) throws IOException {
    json.writeNumberField("cardinality", metric.series());
    json.writeNumberField("datapoints", metric.dayPoints());
    json.writeNumberField("datapointsLastWindow", metric.windowPoints());
    json.writeNumberField("bytes", metric.bytes());
  }

  /// Writes the time since which queries are known, or null if unknown.
  void observedSince(JsonGenerator json) throws IOException {
    OptionalLong since = queried.observedSinceMillis();
    if (since.isPresent()) {
      json.writeNumberField("observedSinceMillis", since.getAsLong());
    } else {
      json.writeNullField("observedSinceMillis");
    }
  }
}
