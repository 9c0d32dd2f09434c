package goku.query;

import goku.model.PointBuffer;
import goku.query.aggregator.Integral;
import org.jspecify.annotations.Nullable;

/// Runs the stages over one series after the other, reusing its buffers. Owned by one thread.
public final class SeriesPipeline {
  private final @Nullable Downsampler downsampler;
  private final @Nullable Rate rate;
  private final PointBuffer downsampled = new PointBuffer();
  private final PointBuffer rates = new PointBuffer();

  public SeriesPipeline(SeriesStages stages) {
    Downsample downsample = stages.downsample();
    RateOptions options = stages.rate();
    this.downsampler = downsample == null ? null : new Downsampler(downsample, stages);
    this.rate = options == null ? null : new Rate(options);
  }

  /// The series after the stages: the same buffer when there are none, else one that is used again
  /// by the next call.
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

  /// Whether a series of these stored datapoints is one of 64-bit integers after the stages.
  public boolean integers(PointBuffer points) {
    return downsampler == null && rate == null && Integral.all(points.values(), points.size());
  }
}
