package goku.root.opentsdb.metadata;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.root.metadata.MetadataField;
import goku.root.opentsdb.language.MetricWithTags;
import goku.root.opentsdb.wire.Json;
import java.util.EnumSet;
import java.util.Set;

/// A request to `/api/uid/tsmeta` that changes metadata: the TSUID of a series, and the fields to
/// set.
///
/// @param tsuid empty if the request gives none
record SeriesRequest(String tsuid, GivenFields given) {
  private static final Set<MetadataField> FIELDS = EnumSet.allOf(MetadataField.class);

  static SeriesRequest of(HttpRequest request) {
    if (request.body().length > 0) {
      JsonNode body = Json.object(request);
      return new SeriesRequest(
          GivenFields.checked("tsuid", Json.text(body, "tsuid", "")),
          GivenFields.ofBody(body, FIELDS));
    }
    return new SeriesRequest(
        request.parameter("tsuid").orElse(""), GivenFields.ofParameters(request, FIELDS));
  }

  /// Returns the series that the parameter `m` names.
  static MetricWithTags named(HttpRequest request) {
    return MetricWithTags.parse(
        request
            .parameter("m")
            .filter(text -> !text.isEmpty())
            .orElseThrow(() -> new HttpError(400, "Missing parameter <code>m</code>")));
  }
}
