package goku.query;

import org.jspecify.annotations.Nullable;

/// What is done with each series by itself: downsampling, then rates; either may be missing.
public record SeriesStages(
    @Nullable Downsample downsample, @Nullable RateOptions rate, QueryWindow window) {
  /// Nothing is done: for series that are whole only after a merge.
  public SeriesStages none() {
    return new SeriesStages(null, null, window);
  }
}
