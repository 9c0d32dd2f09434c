package goku.root.planning;

import goku.model.Namespace;
import goku.model.WrittenRollup;
import goku.model.WrittenRollup.Function;
import goku.query.Downsample;
import goku.query.Interval;
import goku.query.aggregator.Aggregator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The written rollups from which a query can be answered.
///
/// @param values the query for the values
/// @param counts the query for the numbers of datapoints, by which the sums in `values` are
///   divided; null if the answer is no average
record WrittenAnswer(SeriesQuery values, @Nullable SeriesQuery counts) {
  /// Returns the answers in the order in which they are tried: the longest interval first. Each
  /// interval divides all steps of the query.
  ///
  /// A query for single series by their identifiers has none: rollups have identifiers of their
  /// own.
  ///
  /// @param owners the namespaces of the metric
  static List<WrittenAnswer> of(SeriesQuery query, List<Namespace> owners) {
    Downsample downsample = query.downsample();
    if (downsample == null
        || query.rollups() == RollupUse.RAW
        || query.series().nameHashes() != null
        || !(downsample.interval() instanceof Interval.Steps steps)) {
      return List.of();
    }
    List<Long> intervals = intervals(owners);
    if (intervals.isEmpty()) {
      return List.of();
    }
    long divisor = steps.divisor(query.window().read());
    List<WrittenAnswer> answers = new ArrayList<>();
    for (long interval : intervals) {
      boolean fits = divisor > 0 && divisor % interval == 0;
      boolean isWanted = query.rollups() == RollupUse.ANY || answers.isEmpty();
      WrittenAnswer answer = fits && isWanted ? of(query, downsample.function(), interval) : null;
      if (answer != null) {
        answers.add(answer);
      }
    }
    return answers;
  }

  /// Returns the intervals in milliseconds, the longest first.
  private static List<Long> intervals(List<Namespace> owners) {
    return owners.stream()
        .flatMap(owner -> owner.rollups().stream())
        .map(rollup -> rollup.interval().toMillis())
        .distinct()
        .sorted(Comparator.reverseOrder())
        .toList();
  }

  private static @Nullable WrittenAnswer of(SeriesQuery query, Aggregator function, long interval) {
    return switch (function.composition()) {
      case SUM -> new WrittenAnswer(of(query, interval, Function.SUM, function), null);
      case MIN -> new WrittenAnswer(of(query, interval, Function.MIN, function), null);
      case MAX -> new WrittenAnswer(of(query, interval, Function.MAX, function), null);
      case COUNT -> new WrittenAnswer(of(query, interval, Function.COUNT, Aggregator.SUM), null);
      case AVERAGE ->
          new WrittenAnswer(
              of(query, interval, Function.SUM, Aggregator.SUM),
              of(query, interval, Function.COUNT, Aggregator.SUM));
      case SQUARE_SUM, PLACE, WHOLE -> null;
    };
  }

  private static SeriesQuery of(
      SeriesQuery query, long interval, Function written, Aggregator combined) {
    return query.ofWritten(new WrittenRollup(interval, written), combined);
  }
}
