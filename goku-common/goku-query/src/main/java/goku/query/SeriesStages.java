package goku.query;

import goku.model.TimeRange;
import org.jspecify.annotations.Nullable;

/// The stages that each series passes by itself: optional downsampling, then optional rates.
///
/// @param seam the seam between parts of series; null if series are whole
/// @param page the part of the window that is read for a page; null for the whole window
public record SeriesStages(
    @Nullable Downsample downsample,
    @Nullable RateOptions rate,
    QueryWindow window,
    @Nullable Seam seam,
    @Nullable Page page) {
  /// Creates the stages of the whole window.
  public SeriesStages(
      @Nullable Downsample downsample,
      @Nullable RateOptions rate,
      QueryWindow window,
      @Nullable Seam seam) {
    this(downsample, rate, window, seam, null);
  }

  /// Creates the stages of whole series.
  public SeriesStages(
      @Nullable Downsample downsample, @Nullable RateOptions rate, QueryWindow window) {
    this(downsample, rate, window, null, null);
  }

  /// Returns the same stages for a page; null for the whole window.
  public SeriesStages of(@Nullable Page one) {
    return new SeriesStages(downsample, rate, window, seam, one);
  }

  /// Returns stages that change nothing, for series that are whole only after a merge.
  public SeriesStages none() {
    return new SeriesStages(null, null, window, null, page);
  }

  /// Returns the downsampling only, without steps that have no datapoints.
  public SeriesStages ofSums() {
    return sparse(null);
  }

  private SeriesStages sparse(@Nullable Seam parts) {
    Downsample sparse =
        downsample == null
            ? null
            : new Downsample(downsample.interval(), downsample.function(), FillPolicy.NONE);
    return new SeriesStages(sparse, null, window, parts, page);
  }

  /// Returns the same stages for the datapoints in the range only.
  public SeriesStages within(TimeRange read) {
    return new SeriesStages(downsample, rate, new QueryWindow(window.range(), read), seam, page);
  }

  /// Returns the stages that each part can pass before the parts are joined.
  public SeriesStages ofParts(Seam seam) {
    return sparse(seam);
  }

  /// Returns the stages that remain once the parts are joined.
  public SeriesStages ofJoined(Seam seam) {
    return new SeriesStages(downsample, rate, window, seam.whenJoined(), page);
  }
}
