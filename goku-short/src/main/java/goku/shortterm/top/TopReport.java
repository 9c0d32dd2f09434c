package goku.shortterm.top;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import goku.model.Tier;
import goku.query.usage.TagKeyUsage;

/// The report about a shard and a window with its keys, which are equal for all replicas, so that a
/// repeated report replaces itself. `docs/top-metrics.md` lists the fields.
///
/// @param window the number of the window, see `Bucket`
record TopReport(TopSource source, int window) {
  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  String objectKey() {
    return "top/%s/%d/%05d.json"
        .formatted(source.namespace().name(), startMillis() / 1000, source.shard());
  }

  /// Returns the key of the same shard's report of an earlier window.
  String objectKey(int windowsAgo) {
    return new TopReport(source, window - windowsAgo).objectKey();
  }

  byte[] recordKey() {
    return "%s/%d/%d"
        .formatted(source.namespace().name(), source.shard(), startMillis())
        .getBytes(UTF_8);
  }

  /// Returns the report as JSON.
  byte[] content(TopList list, long countedMillis) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("version", VERSION);
    json.put("namespace", source.namespace().name());
    json.put("shard", source.shard());
    json.put("windowStartMillis", startMillis());
    json.put("windowLengthMillis", Tier.MEMORY_BUCKET.toMillis());
    json.put("countedMillis", countedMillis);
    json.put("metrics", list.metrics());
    json.put("series", list.series());
    json.put("datapoints", list.datapoints());
    ArrayNode top = json.putArray("top");
    for (TopList.Entry entry : list.top()) {
      ObjectNode one = top.addObject();
      one.put("metric", entry.usage().metric());
      one.put("cardinality", entry.usage().series());
      one.put("datapoints", entry.usage().windowPoints());
      one.put("datapointsDay", entry.usage().dayPoints());
      one.put("bytes", entry.usage().bytes());
      ArrayNode keys = one.putArray("tagKeys");
      for (TagKeyUsage key : entry.tagKeys()) {
        keys.addObject().put("key", key.key()).put("values", key.values().size());
      }
    }
    try {
      return MAPPER.writeValueAsBytes(json);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("cannot write the report of " + source, impossible);
    }
  }

  private long startMillis() {
    return window * Tier.MEMORY_BUCKET.toMillis();
  }
}
