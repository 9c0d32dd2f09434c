package goku.root.opentsdb.paging;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.root.opentsdb.language.OpenTsdbDuration;
import goku.root.opentsdb.wire.Json;

/// The size of pages: a length of time, or an approximate number of stored datapoints.
///
/// @param spanMillis 0 for none
/// @param datapoints 0 for the root's setting
public record PageSize(long spanMillis, long datapoints) {
  /// The root's default size.
  public static final PageSize ANY = new PageSize(0, 0);

  private static final long LEAST_SPAN_MILLIS = 1000;

  /// Reads the parameter `page`: empty or `true`, a number of datapoints, or a length of time.
  public static PageSize parse(String text) {
    if (text.isEmpty() || text.equals("true")) {
      return ANY;
    }
    try {
      return text.chars().allMatch(Character::isDigit)
          ? ofDatapoints(Long.parseLong(text))
          : ofSpan(OpenTsdbDuration.parse(text).millis());
    } catch (IllegalArgumentException e) {
      throw new HttpError(
          400,
          "Invalid page '%s': must be true, a number of datapoints such as 500000, or a length of time of at least 1s such as 2h"
              .formatted(text));
    }
  }

  /// Reads the member `page`: a text as above, or an object with `span` or `datapoints`.
  public static PageSize parse(JsonNode page) {
    if (!page.isObject()) {
      return parse(page.asText());
    }
    String span = Json.text(page, "span");
    String datapoints = Json.text(page, "datapoints");
    if (span != null && datapoints != null) {
      throw new HttpError(400, "Invalid page: give either 'span' or 'datapoints', not both");
    }
    if (span != null) {
      return parse(span);
    }
    return datapoints == null ? ANY : parse(datapoints);
  }

  private static PageSize ofDatapoints(long datapoints) {
    if (datapoints == 0) {
      throw new IllegalArgumentException("no datapoints");
    }
    return new PageSize(0, datapoints);
  }

  private static PageSize ofSpan(long millis) {
    if (millis < LEAST_SPAN_MILLIS) {
      throw new IllegalArgumentException("too short");
    }
    return new PageSize(millis, 0);
  }

  /// Returns this size, or the given number of datapoints if this is `ANY`.
  public PageSize or(long byDefault) {
    return equals(ANY) ? new PageSize(0, byDefault) : this;
  }
}
