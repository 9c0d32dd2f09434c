package goku.query.search;

import goku.model.Holes;
import goku.model.SeriesName;
import goku.model.ShardId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/// The answer to a search over some shards. Answers for different series become one with `plus`,
/// the same in any order.
///
/// @param best the candidates, the best first
/// @param appeared the series that begin inside the range
/// @param vanished the series that end inside the range
/// @param missing the shards that no node could search
/// @param holes the times for which some shard may lack datapoints; see `ShardData`
/// @param lagMillis the largest lag of a shard; see `ShardData`
/// @param origins the sources of the datapoints, for people; see `SeriesSelection`
public record SearchAnswer(
    List<Candidate> best,
    Comparisons comparisons,
    Edges appeared,
    Edges vanished,
    List<ShardId> missing,
    Holes holes,
    long lagMillis,
    Set<String> origins) {
  /// The bytes that a name of ten tags takes.
  private static final long NAME_BYTES = 512;

  public SearchAnswer {
    best = List.copyOf(best);
    missing = List.copyOf(missing);
    origins = Set.copyOf(origins);
  }

  /// Returns the bytes that an answer takes at most.
  ///
  /// @param slots the number of values of a candidate
  static long heldBytes(int slots, int top) {
    return top * ((long) Double.BYTES * slots + NAME_BYTES) + 2L * Edges.MOST * NAME_BYTES;
  }

  /// Returns the answer for shards that no node could search.
  public static SearchAnswer ofMissing(List<ShardId> missing) {
    return new SearchAnswer(
        List.of(), Comparisons.NONE, Edges.NONE, Edges.NONE, missing, Holes.NONE, 0, Set.of());
  }

  /// Returns the answer with other names for its series.
  public SearchAnswer renamed(UnaryOperator<SeriesName> names) {
    return new SearchAnswer(
        best.stream().map(one -> one.of(names.apply(one.series()))).sorted().toList(),
        comparisons,
        appeared.renamed(names),
        vanished.renamed(names),
        missing,
        holes,
        lagMillis,
        origins);
  }

  /// Returns the answer of shards whose lag does not matter.
  public SearchAnswer withoutLag() {
    return new SearchAnswer(best, comparisons, appeared, vanished, missing, holes, 0, origins);
  }

  /// Returns the answer for the series of both, none of which is in the other.
  ///
  /// @param top the number of candidates to keep
  public SearchAnswer plus(SearchAnswer other, int top) {
    var both = new BestCandidates(top);
    best.forEach(both::offer);
    other.best.forEach(both::offer);
    Set<String> all = new TreeSet<>(origins);
    all.addAll(other.origins);
    return new SearchAnswer(
        both.toList(),
        comparisons.plus(other.comparisons),
        appeared.plus(other.appeared),
        vanished.plus(other.vanished),
        Stream.concat(missing.stream(), other.missing.stream()).toList(),
        holes.plus(other.holes),
        Math.max(lagMillis, other.lagMillis),
        all);
  }
}
