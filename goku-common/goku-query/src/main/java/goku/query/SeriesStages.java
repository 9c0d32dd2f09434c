package goku.query;

import goku.model.TimeRange;
import org.jspecify.annotations.Nullable;

/// What is done with each series by itself: downsampling, then rates; either may be missing.
///
/// @param seam where series are cut into parts; null when they are whole
/// @param page what of the window is read for a page; null when all of it is
public record SeriesStages(
    @Nullable Downsample downsample,
    @Nullable RateOptions rate,
    QueryWindow window,
    @Nullable Seam seam,
    @Nullable Page page) {
  /// The stages of all of the window.
  public SeriesStages(
      @Nullable Downsample downsample,
      @Nullable RateOptions rate,
      QueryWindow window,
      @Nullable Seam seam) {
    this(downsample, rate, window, seam, null);
  }

  /// The stages of whole series.
  public SeriesStages(
      @Nullable Downsample downsample, @Nullable RateOptions rate, QueryWindow window) {
    this(downsample, rate, window, null, null);
  }

  /// The same for a page; null for all of the window.
  public SeriesStages of(@Nullable Page one) {
    return new SeriesStages(downsample, rate, window, seam, one);
  }

  /// Nothing is done: for series that are whole only after a merge.
  public SeriesStages none() {
    return new SeriesStages(null, null, window, null, page);
  }

  /// The same for the datapoints in the range only.
  public SeriesStages within(TimeRange read) {
    return new SeriesStages(downsample, rate, new QueryWindow(window.range(), read), seam, page);
  }

  /// What can be done with each of the parts before they are joined.
  public SeriesStages ofParts(Seam seam) {
    Downsample sparse =
        downsample == null
            ? null
            : new Downsample(downsample.interval(), downsample.function(), FillPolicy.NONE);
    return new SeriesStages(sparse, null, window, seam, page);
  }

  /// What is left to do when the parts are joined.
  public SeriesStages ofJoined(Seam seam) {
    return new SeriesStages(downsample, rate, window, seam.whenJoined(), page);
  }
}
