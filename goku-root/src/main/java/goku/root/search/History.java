package goku.root.search;

import goku.model.SeriesName;
import goku.query.correlation.Correlator;
import goku.query.correlation.Needle;
import goku.query.correlation.Onset;
import goku.query.correlation.Outcome;
import goku.query.correlation.Slots;
import goku.query.search.Candidate;
import goku.query.search.Finding;
import goku.query.search.SlotValues;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The history of the best series, from their values in the preceding window.
///
/// @param series the past of each series; some may be unknown
record History(Map<SeriesName, Past> series) {
  static final History UNKNOWN = new History(Map.of());

  /// The past of a series.
  ///
  /// @param coefficient the coefficient in the preceding window; null if there is none
  /// @param onset null if the series did not leave its usual range
  record Past(@Nullable Double coefficient, @Nullable Onset onset) {
    static final Past UNKNOWN = new Past(null, null);
  }

  Past of(SeriesName name) {
    return series.getOrDefault(name, Past.UNKNOWN);
  }

  /// Returns the history of series from their values. Of several series with the same name, in
  /// different namespaces, nothing is known.
  ///
  /// @param best the series, as the search found them
  /// @param found the series with the values of the preceding window and of the range
  /// @param preceding the number of slots of the preceding window
  /// @param needle the needle's values in the preceding window; empty if it cannot be compared
  static History of(
      List<Candidate> best, List<Candidate> found, int preceding, Optional<Needle> needle) {
    Map<SeriesName, List<Candidate>> wanted = byName(best);
    Map<SeriesName, List<Candidate>> known = byName(found);
    Optional<Correlator> correlator = needle.map(Correlator::new);
    Map<SeriesName, Past> pasts = new HashMap<>();
    for (Candidate candidate : best) {
      SeriesName name = candidate.series();
      List<Candidate> same = known.getOrDefault(name, List.of());
      if (same.size() == 1 && wanted.getOrDefault(name, List.of()).size() == 1) {
        SlotValues all = same.getFirst().values();
        // a series may be a counter in one of both only
        if (all.areRates() == candidate.values().areRates()) {
          pasts.put(name, past(candidate, all, preceding, correlator));
        }
      }
    }
    return new History(pasts);
  }

  private static Map<SeriesName, List<Candidate>> byName(List<Candidate> all) {
    return all.stream().collect(Collectors.groupingBy(Candidate::series));
  }

  private static Past past(
      Candidate candidate, SlotValues all, int preceding, Optional<Correlator> correlator) {
    double[] before = all.toArray(0, preceding);
    int lag = ((Finding.Correlated) candidate.finding()).lag();
    return new Past(
        correlator.map(one -> coefficient(one, shifted(before, lag))).orElse(null),
        Onset.of(before, all.toArray(preceding, all.size())));
  }

  /// Returns the values at the slots of the needle that they follow by the lag.
  private static double[] shifted(double[] values, int lag) {
    double[] shifted = new double[values.length];
    Arrays.setAll(
        shifted, i -> i + lag >= 0 && i + lag < values.length ? values[i + lag] : Double.NaN);
    return shifted;
  }

  private static @Nullable Double coefficient(Correlator correlator, double[] values) {
    Outcome outcome = correlator.compare(Slots.of(values), 0);
    return outcome == Outcome.CANDIDATE ? (Double) correlator.coefficient() : null;
  }
}
