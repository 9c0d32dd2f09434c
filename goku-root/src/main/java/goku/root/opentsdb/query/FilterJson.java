package goku.root.opentsdb.query;

import com.fasterxml.jackson.databind.JsonNode;
import goku.root.opentsdb.language.FilterSpec;
import goku.root.opentsdb.wire.Json;

/// A tag filter in the body of a request: `{"type", "tagk", "filter", "groupBy"}`.
public final class FilterJson {
  private FilterJson() {}

  /// Reads a filter; throws `IllegalArgumentException` if it is invalid.
  public static FilterSpec read(JsonNode filter) {
    return FilterSpec.of(
        Json.text(filter, "type", ""),
        Json.text(filter, "tagk", ""),
        Json.text(filter, "filter", ""),
        Json.flag(filter, "groupBy") || Json.flag(filter, "group_by"));
  }
}
