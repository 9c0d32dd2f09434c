package goku.root.search;

import goku.http.HttpRequest;
import goku.query.correlation.Score;
import goku.root.opentsdb.annotation.AnnotationChoice;
import goku.root.opentsdb.language.Dialect;
import goku.root.opentsdb.language.HistogramOptions;
import goku.root.opentsdb.language.SubQuery;
import goku.root.opentsdb.query.QueryInterpreter;
import goku.root.opentsdb.query.QueryRequest;
import goku.root.planning.SeriesQuery;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A reader of correlation searches.
record CorrelationReader(QueryInterpreter interpreter, Dialect dialect) {
  /// The largest lag in slots: more would keep a thread busy with one series for long.
  private static final int MOST_LAGS = 60;

  private static final QueryRequest.Form NO_FORM =
      new QueryRequest.Form(false, false, false, false, false, false, AnnotationChoice.NONE);

  /// @throws goku.http.HttpError 400 with the name of a parameter that is missing or invalid
  CorrelationRequest read(HttpRequest request) {
    SearchParameters parameters = SearchParameters.of(request, dialect);
    SubQuery asked = parameters.expression("needle", parameters.required("needle"));
    if (asked.histograms() != null) {
      throw HistogramOptions.notHere("a correlation search");
    }
    SeriesQuery range = interpret(parameters, asked, null);
    long millis = parameters.interval(range.range().endMillis() - range.range().startMillis());
    return new CorrelationRequest(
        interpret(parameters, asked, millis + "ms-" + function(asked)),
        parameters.scope(),
        score(parameters.get("score", Score.PEARSON.name())),
        parameters.number("lags", 0, 0, MOST_LAGS));
  }

  private SeriesQuery interpret(
      SearchParameters parameters, SubQuery asked, @Nullable String downsample) {
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
            parameters.required("start"),
            parameters.get("end"),
            parameters.get("timezone"),
            false,
            NO_FORM,
            false,
            List.of(downsampled));
    return interpreter.interpret(request).getFirst();
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

  private static Score score(String text) {
    for (Score score : Score.values()) {
      if (score.name().equals(text.toUpperCase(Locale.ROOT))) {
        return score;
      }
    }
    throw SearchParameters.invalid("score", text, "must be pearson or spearman");
  }
}
