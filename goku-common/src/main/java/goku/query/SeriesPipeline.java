package goku.query;

import goku.model.Tag;
import java.util.Arrays;
import java.util.List;
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
    this.downsampler = downsample == null ? null : new Downsampler(downsample, stages.window());
    this.rate = options == null ? null : new Rate(options);
  }

  public SeriesPartial apply(List<Tag> tags, PointBuffer points) {
    PointBuffer result = points;
    if (downsampler != null) {
      downsampler.apply(result, downsampled);
      result = downsampled;
    }
    if (rate != null) {
      rate.apply(result, rates);
      result = rates;
    }
    boolean integers = result == points && Integral.all(points.values(), points.size());
    return new SeriesPartial(
        tags,
        Arrays.copyOf(result.timestamps(), result.size()),
        Arrays.copyOf(result.values(), result.size()),
        integers,
        points.size());
  }
}
