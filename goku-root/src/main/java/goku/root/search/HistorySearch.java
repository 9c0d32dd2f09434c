package goku.root.search;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.http.HttpError;
import goku.model.SeriesFilter;
import goku.model.SeriesName;
import goku.model.TimeRange;
import goku.query.Downsample;
import goku.query.Grid;
import goku.query.Interval;
import goku.query.Resolution;
import goku.query.control.QueryStoppedException;
import goku.query.correlation.Needle;
import goku.query.search.Candidate;
import goku.query.search.ChangeQuery;
import goku.query.search.MetricPattern;
import goku.root.fanout.SearchRunner;
import goku.root.fanout.SearchRunner.Searched;
import goku.root.planning.SeriesQuery;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/// The search for the history of the best series. It tells series that always move with the needle
/// from those that moved with it only now. Thread-safe.
record HistorySearch(NeedleSource needles, SearchRunner searches) {
  /// Returns the history in the preceding window, which is as long as the range if the slots
  /// suffice. Nothing is known of a time before 1970, of one that another store has, of which data
  /// are missing, or that would exceed a limit.
  ///
  /// @param grid the slots of the range
  History of(CorrelationRequest asked, Grid grid, List<Candidate> best)
      throws InterruptedException {
    try {
      return search(asked, grid, best);
    } catch (HttpError | QueryStoppedException | BudgetExceededException tooMuch) {
      Account account = Account.current();
      if (account != null) {
        account.check(); // an aborted request has no answer
      }
      return History.UNKNOWN; // the answer is complete without it
    }
  }

  private History search(CorrelationRequest asked, Grid grid, List<Candidate> best)
      throws InterruptedException {
    int slots = Math.min(grid.size(), Needle.MOST_SLOTS - grid.size());
    Downsample downsample = Objects.requireNonNull(asked.needle().downsample());
    long interval = ((Interval.Steps) downsample.interval()).lengthMillis();
    long start = grid.times()[0] - slots * interval;
    if (best.isEmpty() || slots < Needle.LEAST_COMMON || start < 0) {
      return History.UNKNOWN;
    }
    var range = new TimeRange(start, asked.needle().range().endMillis());
    var query =
        new ChangeQuery(
            searches.haystack(MetricPattern.ANY, new SeriesFilter(null, List.of(), false)),
            SearchGrid.averages(downsample.interval(), range),
            Resolution.RAW,
            slots,
            2 * best.size()); // other namespaces may have some of the names
    SeriesQuery preceding = asked.needle().over(new TimeRange(start, grid.times()[0] - 1));
    NeedleSource.Results results = needles.ask(preceding, true);
    List<SeriesName> names = best.stream().map(Candidate::series).toList();
    Optional<Searched> found = searches.run(query, names, asked.scope().namespace());
    boolean isKnown =
        found.isPresent() && found.get().shortfall().with(results.shortfall()).isNone();
    return isKnown
        ? History.of(
            best, found.get().answer().best(), slots, needle(asked, results, query.grid(), slots))
        : History.UNKNOWN;
  }

  /// Returns the needle of the preceding window; empty if it has too few values there, or a single
  /// one.
  private static Optional<Needle> needle(
      CorrelationRequest asked, NeedleSource.Results results, Grid grid, int slots) {
    if (results.all().size() != 1) {
      return Optional.empty();
    }
    double[] values = NeedleSource.values(results.only().points(), grid);
    try {
      return Optional.of(Needle.of(Arrays.copyOf(values, slots), asked.score(), 0));
    } catch (IllegalArgumentException constantOrShort) {
      return Optional.empty();
    }
  }
}
