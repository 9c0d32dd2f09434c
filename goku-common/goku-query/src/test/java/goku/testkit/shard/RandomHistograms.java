package goku.testkit.shard;

import goku.model.histogram.ExponentialShape;
import goku.model.histogram.ExponentialShape.Span;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import java.util.Random;

/// A generator of random histograms of one kind, which can all be merged.
///
/// @param exponential whether ranges are exponential, of any scale and at any place
public record RandomHistograms(Random random, boolean exponential) {
  /// Returns a generator of either kind.
  public static RandomHistograms of(Random random) {
    return new RandomHistograms(random, random.nextBoolean());
  }

  /// Adds a histogram to a store and returns its handle.
  public int addTo(Histograms into) {
    return addTo(into, shape());
  }

  /// Adds a histogram of a shape to a store and returns its handle.
  public int addTo(Histograms into, HistogramShape shape) {
    int handle = into.add(shape);
    for (int i = 0; i < shape.counts(); i++) {
      into.words()[handle + 1 + i] = random.nextInt(3) == 0 ? 0 : random.nextInt(1000);
    }
    for (int i = shape.counts(); i < shape.words(); i++) {
      // whole numbers, whose sums do not depend on their order
      into.words()[handle + 1 + i] = Double.doubleToLongBits(random.nextInt(1000));
    }
    return handle;
  }

  /// Returns a shape. Fixed ranges are mostly the same.
  public HistogramShape shape() {
    return exponential ? exponentialShape() : fixedShape();
  }

  private HistogramShape fixedShape() {
    int ranges = random.nextBoolean() ? 5 : random.nextInt(8);
    float step = random.nextInt(3) == 0 ? 0.5f : 1;
    float[] lower = new float[ranges];
    float[] upper = new float[ranges];
    for (int i = 0; i < ranges; i++) {
      lower[i] = i * step;
      upper[i] = (i + 1) * step;
    }
    return FixedShape.of(lower, upper);
  }

  private HistogramShape exponentialShape() {
    int scale = random.nextInt(-2, 6);
    return new ExponentialShape(
        scale,
        random.nextInt(3) == 0 ? 1e-3 : 0,
        span(scale),
        random.nextInt(3) == 0 ? span(scale) : Span.NONE,
        random.nextInt(4) != 0);
  }

  /// Returns ranges near each other, or so far away that the scale of a sum becomes lower.
  private Span span(int scale) {
    int far = 1000 << Math.max(0, scale);
    int first = random.nextInt(10) == 0 ? random.nextInt(-far, far) : random.nextInt(-20, 20);
    return new Span(first, random.nextInt(30));
  }
}
