package goku.root.correlation;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.model.SeriesFilter;
import goku.query.correlation.Score;
import goku.query.search.MetricPattern;
import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.language.MetricExpression;
import goku.root.opentsdb.language.OpenTsdbDuration;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.language.SyntaxErrors;
import goku.root.opentsdb.query.QueryInterpreter;
import goku.root.opentsdb.query.QueryRequest;
import goku.root.opentsdb.wire.HttpMethods;
import goku.root.opentsdb.wire.Json;
import goku.root.planning.SeriesQuery;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/// A reader of correlation searches: the parameters of a GET, or the members of the JSON of a POST,
/// which have the same names.
final class CorrelationReader {
  private static final int TOP_BY_DEFAULT = 20;
  private static final int MOST = 1000;

  /// The largest lag in slots: more would keep a thread busy with one series for long.
  private static final int MOST_LAGS = 60;

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

  private static final QueryRequest.Form NO_FORM =
      new QueryRequest.Form(false, false, false, false, false, false, AnnotationChoice.NONE);

  private final QueryInterpreter interpreter;
  private final Dialect dialect;

  CorrelationReader(QueryInterpreter interpreter, Dialect dialect) {
    this.interpreter = interpreter;
    this.dialect = dialect;
  }

  /// @throws HttpError 400 with the name of a parameter that is missing or invalid
  CorrelationRequest read(HttpRequest request) {
    HttpMethods.allow(request, "GET", "POST");
    if (request.method().equals("GET")) {
      return read(request::parameter);
    }
    JsonNode body = Json.object(request);
    return read(name -> Optional.ofNullable(Json.text(body, name)));
  }

  private CorrelationRequest read(Function<String, Optional<String>> parameters) {
    SubQuery asked = expression("needle", required(parameters, "needle"));
    if (asked.histograms() != null) {
      throw HistogramOptions.notHere("a correlation search");
    }
    String interval = parameters.apply("interval").orElse(null);
    SeriesQuery range = interpret(parameters, asked, null);
    long millis =
        interval == null
            ? usualInterval(range.range().endMillis() - range.range().startMillis())
            : duration(interval);
    SubQuery haystack = haystack(parameters.apply("haystack").orElse("*"));
    return new CorrelationRequest(
        interpret(parameters, asked, millis + "ms-" + function(asked)),
        pattern(haystack.metric()),
        new SeriesFilter(
            null, haystack.tagFilters(), haystack.explicitTags() && !haystack.filters().isEmpty()),
        parameters.apply("namespace").filter(name -> !name.isEmpty()).orElse(null),
        score(parameters.apply("score").orElse(Score.PEARSON.name())),
        number(parameters, "lags", 0, 0, MOST_LAGS),
        number(parameters, "top", TOP_BY_DEFAULT, 1, MOST),
        parameters.apply("fail_on_partial").filter(text -> !text.equals("false")).isPresent());
  }

  private SubQuery expression(String parameter, String text) {
    try {
      return SyntaxErrors.ofClient(dialect, () -> MetricExpression.parse(parameter, text, dialect));
    } catch (IllegalArgumentException e) {
      throw invalid(parameter, text, String.valueOf(e.getMessage()));
    }
  }

  /// Returns the haystack: a metric, or a prefix and `*`, with filters as in a query.
  private SubQuery haystack(String text) {
    return expression("haystack", "none:" + text);
  }

  private SeriesQuery interpret(
      Function<String, Optional<String>> parameters, SubQuery asked, @Nullable String downsample) {
    var downsampled =
        new SubQuery(
            asked.aggregator(),
            asked.series(),
            downsample,
            asked.rate(),
            asked.rateOptions(),
            asked.rollups(),
            null);
    var request =
        new QueryRequest(
            required(parameters, "start"),
            parameters.apply("end").orElse(null),
            parameters.apply("timezone").orElse(null),
            false,
            NO_FORM,
            false,
            List.of(downsampled));
    return interpreter.interpret(request).getFirst();
  }

  private static String required(Function<String, Optional<String>> parameters, String name) {
    return parameters
        .apply(name)
        .filter(text -> !text.isEmpty())
        .orElseThrow(() -> new HttpError(400, "Missing parameter '%s'".formatted(name)));
  }

  /// Returns the function by which the needle is downsampled. Its interval is that of the search.
  private static String function(SubQuery needle) {
    String downsample = needle.downsample();
    if (downsample == null) {
      return "avg";
    }
    List<String> parts = List.of(downsample.split("-", -1));
    return parts.size() < 2 ? "avg" : parts.get(1);
  }

  private static long usualInterval(long rangeMillis) {
    return LongStream.of(USUAL_INTERVALS)
        .filter(millis -> rangeMillis / millis < USUAL_SLOTS)
        .findFirst()
        .orElse(Math.max(1, rangeMillis / USUAL_SLOTS));
  }

  private static long duration(String text) {
    try {
      return OpenTsdbDuration.parse(text).millis();
    } catch (IllegalArgumentException e) {
      throw invalid("interval", text, String.valueOf(e.getMessage()));
    }
  }

  private static MetricPattern pattern(String metric) {
    return metric.endsWith("*")
        ? new MetricPattern(metric.substring(0, metric.length() - 1), true)
        : new MetricPattern(metric, false);
  }

  private static Score score(String text) {
    for (Score score : Score.values()) {
      if (score.name().equals(text.toUpperCase(Locale.ROOT))) {
        return score;
      }
    }
    throw invalid("score", text, "must be pearson or spearman");
  }

  private static int number(
      Function<String, Optional<String>> parameters, String name, int byDefault, int min, int max) {
    String text = parameters.apply(name).orElse("");
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

  private static HttpError invalid(String parameter, String text, String why) {
    return new HttpError(400, "Invalid '%s' parameter: %s; %s".formatted(parameter, text, why));
  }
}
