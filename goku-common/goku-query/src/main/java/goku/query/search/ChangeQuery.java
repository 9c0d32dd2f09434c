package goku.query.search;

import goku.query.Resolution;
import goku.query.SeriesStages;
import goku.query.correlation.ChangeMeter;
import goku.query.correlation.Outcome;
import goku.query.correlation.Slots;

/// A search for the series that changed most in a window, compared with the time before it.
///
/// @param baseline the number of slots before the window, at least one and less than all
public record ChangeQuery(
    Haystack haystack, SeriesStages stages, Resolution resolution, int baseline, int top)
    implements SeriesSearch {
  public ChangeQuery {
    int slots = SeriesSearch.checked(stages, top).size();
    if (baseline < 1 || baseline >= slots) {
      throw new IllegalArgumentException(
          "cannot compare with a baseline of slots=%d: it has at least 1 and less than all %d"
              .formatted(baseline, slots));
    }
  }

  @Override
  public ChangeQuery in(Haystack other) {
    return new ChangeQuery(other, stages, resolution, baseline, top);
  }

  @Override
  public long comparerBytes() {
    return ChangeMeter.heldBytes(grid().size());
  }

  @Override
  public SeriesComparer comparer() {
    return new BaselineComparer(new ChangeMeter(baseline, grid().size()));
  }

  private record BaselineComparer(ChangeMeter meter) implements SeriesComparer {
    @Override
    public Outcome compare(Slots series, double threshold) {
      return meter.compare(series, threshold);
    }

    @Override
    public Finding finding() {
      return new Finding.Changed(meter.change());
    }
  }
}
