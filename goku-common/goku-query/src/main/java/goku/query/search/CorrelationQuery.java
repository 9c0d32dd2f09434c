package goku.query.search;

import goku.query.Grid;
import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.correlation.Correlator;
import goku.query.correlation.Needle;
import goku.query.correlation.Outcome;
import goku.query.correlation.Slots;

/// A search for the series that correlate most with a needle.
///
/// @param needle one value for each slot of the grid
public record CorrelationQuery(
    Haystack haystack, SeriesStages stages, Resolution resolution, Needle needle, int top)
    implements SeriesSearch {
  public CorrelationQuery {
    Grid grid = SeriesSearch.checked(stages, top);
    if (grid.size() != needle.size()) {
      throw new IllegalArgumentException(
          "cannot correlate a needle of slots=%d: the grid of the query has %d"
              .formatted(needle.size(), grid.size()));
    }
  }

  @Override
  public CorrelationQuery in(Haystack other) {
    return new CorrelationQuery(other, stages, resolution, needle, top);
  }

  @Override
  public long heldBytes() {
    return SeriesSearch.super.heldBytes() + needle.heldBytes();
  }

  @Override
  public long comparerBytes() {
    return Correlator.heldBytes(needle);
  }

  @Override
  public SeriesComparer comparer() {
    return new NeedleComparer(new Correlator(needle));
  }

  private record NeedleComparer(Correlator correlator) implements SeriesComparer {
    @Override
    public Outcome compare(Slots series, double threshold) {
      return correlator.compare(series, threshold);
    }

    @Override
    public Finding finding() {
      return new Finding.Correlated(
          correlator.coefficient(), correlator.lag(), correlator.common());
    }
  }
}
