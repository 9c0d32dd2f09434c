package goku.root.opentsdb.language;

import com.fasterxml.jackson.databind.JsonNode;
import goku.http.HttpError;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The results that a sub query wants of histograms. Results come in this order: percentiles, then
/// ranges.
///
/// @param percentiles percentiles as OpenTSDB reads them, ascending; the same one may come twice
/// @param ranges whether the counts of all ranges are wanted
public record HistogramOptions(List<Float> percentiles, boolean ranges) {
  /// The largest number of percentiles of a sub query. Each is a result of its own for each group.
  public static final int MOST_PERCENTILES = 1000;

  private static final float MOST_PERCENT = 100;

  public HistogramOptions {
    List<Float> sorted = new ArrayList<>(percentiles);
    Collections.sort(sorted);
    percentiles = List.copyOf(sorted);
  }

  /// Parses the option `percentiles[99.9,75]`. A malformed number is an error 500, as in OpenTSDB;
  /// see `SyntaxErrors`.
  static List<Float> parse(String option) {
    int from = option.indexOf('[');
    int to = option.indexOf(']');
    if (from < 0 || to < from) {
      // the words of OpenTSDB
      throw new HttpError(400, "Malformated percentile query paramater: " + option);
    }
    List<Float> percentiles = new ArrayList<>();
    for (String percentile : option.substring(from + 1, to).split(",", -1)) {
      try {
        percentiles.add(Float.parseFloat(percentile.strip()));
      } catch (NumberFormatException e) {
        throw new HttpError(500, String.valueOf(e.getMessage()));
      }
    }
    return percentiles;
  }

  /// Returns whether a sub query in JSON asks for histograms.
  public static boolean isAsked(JsonNode query) {
    return query.path("percentiles").size() > 0 || query.path("showHistogramBuckets").asBoolean();
  }

  /// Returns the error 400 for an endpoint that answers no histograms.
  public static HttpError notHere(String where) {
    return new HttpError(
        400,
        "cannot use percentiles or buckets of histograms in %s: only /api/query answers them; leave out 'percentiles' and 'showHistogramBuckets'"
            .formatted(where));
  }

  /// Checks what OpenTSDB checks, and the number of percentiles.
  ///
  /// @throws IllegalArgumentException if percentiles are out of range or too many
  public void check() {
    if (percentiles.size() > MOST_PERCENTILES) {
      throw new IllegalArgumentException(
          "percentiles: %d are too many, the limit of a sub query is %d"
              .formatted(percentiles.size(), MOST_PERCENTILES));
    }
    for (float percentile : percentiles) {
      if (percentile < 0 || percentile > MOST_PERCENT) {
        throw new IllegalArgumentException("Invalid percentile parameters: " + percentile);
      }
    }
  }
}
