package goku.root.search;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.model.SeriesFilter;
import goku.query.search.MetricPattern;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.MetricExpression;
import goku.root.opentsdb.language.OpenTsdbDuration;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.language.SyntaxErrors;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// The parameters of a search: those of a GET, or the members of the JSON of a POST, which have the
/// same names. Invalid ones are errors 400 that name them.
///
/// @param source returns the text of a parameter
record SearchParameters(Function<String, Optional<String>> source, Dialect dialect) {
  private static final int TOP_BY_DEFAULT = 20;
  private static final int MOST = 1000;

  /// The number of slots up to which an interval is chosen: a chart shows no more.
  private static final long USUAL_SLOTS = 360;

  /// The intervals that are chosen, in milliseconds: 10 s to 7 d.
  private static final long[] USUAL_INTERVALS = {
    10_000,
    30_000,
    60_000,
    300_000,
    600_000,
    1_800_000,
    3_600_000,
    21_600_000,
    86_400_000,
    604_800_000
  };

  static SearchParameters of(HttpRequest request, Dialect dialect) {
    HttpMethods.allow(request, "GET", "POST");
    if (request.method().equals("GET")) {
      return new SearchParameters(request::parameter, dialect);
    }
    JsonNode body = Json.object(request);
    return new SearchParameters(name -> Optional.ofNullable(Json.text(body, name)), dialect);
  }

  @Nullable String get(String name) {
    return source.apply(name).filter(text -> !text.isEmpty()).orElse(null);
  }

  String get(String name, String byDefault) {
    return source.apply(name).orElse(byDefault);
  }

  String required(String name) {
    String text = get(name);
    if (text == null) {
      throw new HttpError(400, "Missing parameter '%s'".formatted(name));
    }
    return text;
  }

  int number(String name, int byDefault, int min, int max) {
    String text = get(name, "");
    try {
      int number = text.isEmpty() ? byDefault : Integer.parseInt(text);
      if (number >= min && number <= max) {
        return number;
      }
    } catch (NumberFormatException e) {
      // rejected below
    }
    throw invalid(name, text, "must be a number from %d to %d".formatted(min, max));
  }

  /// Returns a duration in milliseconds.
  long duration(String name, long byDefault) {
    String text = get(name);
    if (text == null) {
      return byDefault;
    }
    try {
      return OpenTsdbDuration.parse(text).millis();
    } catch (IllegalArgumentException e) {
      throw invalid(name, text, String.valueOf(e.getMessage()));
    }
  }

  /// Returns the length of the slots in milliseconds.
  long interval(long rangeMillis) {
    return duration(
        "interval",
        LongStream.of(USUAL_INTERVALS)
            .filter(millis -> rangeMillis / millis < USUAL_SLOTS)
            .findFirst()
            .orElse(Math.max(1, rangeMillis / USUAL_SLOTS)));
  }

  /// Returns an expression of a sub query.
  SubQuery expression(String name, String text) {
    try {
      return SyntaxErrors.ofClient(dialect, () -> MetricExpression.parse(name, text, dialect));
    } catch (IllegalArgumentException e) {
      throw invalid(name, text, String.valueOf(e.getMessage()));
    }
  }

  /// Returns the scope. Its haystack is a metric, or a prefix and `*`, with filters as in a query.
  SearchScope scope() {
    SubQuery haystack = expression("haystack", "none:" + get("haystack", "*"));
    return new SearchScope(
        pattern(haystack.metric()),
        new SeriesFilter(
            null, haystack.tagFilters(), haystack.explicitTags() && !haystack.filters().isEmpty()),
        get("namespace"),
        number("top", TOP_BY_DEFAULT, 1, MOST),
        source.apply("fail_on_partial").filter(text -> !text.equals("false")).isPresent());
  }

  private static MetricPattern pattern(String metric) {
    return metric.endsWith("*")
        ? new MetricPattern(metric.substring(0, metric.length() - 1), true)
        : new MetricPattern(metric, false);
  }

  static HttpError invalid(String name, String text, String why) {
    return new HttpError(400, "Invalid '%s' parameter: %s; %s".formatted(name, text, why));
  }
}
