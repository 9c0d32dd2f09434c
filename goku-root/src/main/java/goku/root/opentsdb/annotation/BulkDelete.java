package goku.root.opentsdb.annotation;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.model.TimeRange;
import goku.root.opentsdb.language.TimeText;
import goku.root.opentsdb.wire.Json;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A bulk deletion: the annotations of these series that start in the range, and the global ones if
/// `global`.
record BulkDelete(TimeRange range, List<String> tsuids, boolean global) {
  static BulkDelete parse(HttpRequest request, Instant now) {
    return request.body().length > 0
        ? ofJson(Json.object(request), now)
        : of(
            request.parameter("start_time").orElse(null),
            request.parameter("end_time").orElse(null),
            request.parameter("tsuids").filter(text -> !text.isEmpty()).stream()
                .flatMap(text -> Stream.of(text.split(",", -1)))
                .toList(),
            request.has("global"),
            now);
  }

  private static BulkDelete ofJson(JsonNode body, Instant now) {
    return of(
        Json.text(body, "startTime"),
        Json.text(body, "endTime"),
        Json.texts(body, "tsuids"),
        Json.flag(body, "global"),
        now);
  }

  private static BulkDelete of(
      @Nullable String start,
      @Nullable String end,
      List<String> tsuids,
      boolean global,
      Instant now) {
    // a missing start must not delete everything
    if (start == null || start.isEmpty()) {
      throw new HttpError(400, "Missing the start time value");
    }
    if (tsuids.isEmpty() && !global) {
      throw new HttpError(400, "Missing the TSUIDs or global annotations flag");
    }
    List<String> valid =
        tsuids.stream().map(String::strip).map(AnnotationRequest::tsuid).distinct().toList();
    return new BulkDelete(range(start, end, now), valid, global);
  }

  private static TimeRange range(String start, @Nullable String end, Instant now) {
    try {
      long from = TimeText.parse(start, null, now);
      long to = TimeText.parse(end == null || end.isEmpty() ? "now" : end, null, now);
      if (to < from) {
        throw new IllegalArgumentException(
            "End time [%d] must not be before the start time [%d]".formatted(to, from));
      }
      return new TimeRange(from, to);
    } catch (IllegalArgumentException e) {
      throw new HttpError(400, String.valueOf(e.getMessage()));
    }
  }

  /// Returns the TSUIDs, plus the empty one for global annotations.
  Stream<String> owners() {
    return Stream.concat(tsuids.stream(), global ? Stream.of("") : Stream.empty());
  }
}
