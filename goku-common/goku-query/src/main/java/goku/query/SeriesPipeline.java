package goku.query;

import goku.model.PointBuffer;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The stages of a query, applied to one series after the other with reused buffers. Owned by one
/// thread.
public final class SeriesPipeline {
  private final @Nullable Downsampler downsampler;
  private final @Nullable Rate rate;
  private final PointBuffer downsampled;
  private final PointBuffer rates;

  /// Creates the stages, with buffers whose memory nobody counts.
  public SeriesPipeline(SeriesStages stages) {
    this(stages, _ -> {});
  }

  /// @param growth called with the bytes by which the buffers grow, before they do
  public SeriesPipeline(SeriesStages stages, LongConsumer growth) {
    downsampled = new PointBuffer(growth);
    rates = new PointBuffer(growth);
    Downsample downsample = stages.downsample();
    RateOptions options = stages.rate();
    this.downsampler = downsample == null ? null : new Downsampler(downsample, stages);
    this.rate = options == null ? null : new Rate(options);
  }

  /// Returns the series after the stages: the same buffer if there are no stages, otherwise a
  /// buffer that the next call reuses.
  public PointBuffer apply(PointBuffer points) {
    PointBuffer result = points;
    if (downsampler != null) {
      downsampler.apply(result, downsampled);
      result = downsampled;
    }
    if (rate != null) {
      rate.apply(result, rates);
      result = rates;
    }
    return result;
  }

  /// Returns whether a series with these stored datapoints has only 64-bit integers after the
  /// stages.
  public boolean integers(PointBuffer points) {
    return downsampler == null && rate == null && points.isIntegers();
  }
}
