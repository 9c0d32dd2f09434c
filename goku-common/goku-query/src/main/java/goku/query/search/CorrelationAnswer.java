package goku.query.search;

import goku.model.Holes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The answer to a correlation search over some shards. Answers for different series become one
/// with `plus`, the same in any order.
///
/// @param best the candidates, the best first
/// @param appeared the series that begin inside the range
/// @param vanished the series that end inside the range
/// @param holes the times for which some shard may lack datapoints; see `ShardData`
/// @param lagMillis the largest lag of a shard; see `ShardData`
/// @param origins the sources of the datapoints, for people; see `SeriesSelection`
public record CorrelationAnswer(
    List<Candidate> best,
    Comparisons comparisons,
    Edges appeared,
    Edges vanished,
    Holes holes,
    long lagMillis,
    Set<String> origins) {
  public CorrelationAnswer {
    best = List.copyOf(best);
    origins = Set.copyOf(origins);
  }

  /// Returns the answer for the series of both, none of which is in the other.
  ///
  /// @param top the number of candidates to keep
  public CorrelationAnswer plus(CorrelationAnswer other, int top) {
    var both = new BestCandidates(top);
    best.forEach(both::offer);
    other.best.forEach(both::offer);
    Set<String> all = new TreeSet<>(origins);
    all.addAll(other.origins);
    return new CorrelationAnswer(
        both.toList(),
        comparisons.plus(other.comparisons),
        appeared.plus(other.appeared),
        vanished.plus(other.vanished),
        holes.plus(other.holes),
        Math.max(lagMillis, other.lagMillis),
        all);
  }
}
