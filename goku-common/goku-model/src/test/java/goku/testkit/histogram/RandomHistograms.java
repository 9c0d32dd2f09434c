package goku.testkit.histogram;

import goku.model.histogram.ExponentialShape;
import goku.model.histogram.ExponentialShape.Span;
import goku.model.histogram.FixedShape;
import goku.model.histogram.HistogramShape;
import goku.model.histogram.Histograms;
import java.util.Random;

/// A source of random histograms, most of them like the one before, as those of a series are.
public final class RandomHistograms {
  private final Random random;
  private HistogramShape shape;

  public RandomHistograms(Random random) {
    this.random = random;
    shape = fixed();
  }

  /// Adds a histogram to the store and returns its handle.
  public int addTo(Histograms into) {
    if (random.nextInt(8) == 0) {
      shape = random.nextBoolean() ? fixed() : exponential();
    }
    int handle = into.add(shape);
    for (int i = 1; i <= shape.counts(); i++) {
      into.words()[handle + i] = count();
    }
    for (int i = shape.counts() + 1; i <= shape.words(); i++) {
      into.words()[handle + i] = Double.doubleToLongBits(random.nextInt(1000) / 4.0);
    }
    return handle;
  }

  /// Returns the bytes of a histogram.
  public byte[] bytes() {
    var store = new Histograms();
    return store.bytes(addTo(store));
  }

  private long count() {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> random.nextLong(1L << 40);
      default -> random.nextInt(300);
    };
  }

  private FixedShape fixed() {
    int ranges = random.nextInt(12);
    boolean adjacent = random.nextBoolean();
    float[] lower = new float[ranges];
    float[] upper = new float[ranges];
    float at = -random.nextInt(5);
    for (int i = 0; i < ranges; i++) {
      at += adjacent ? 0 : random.nextInt(2);
      lower[i] = at;
      at += 0.5f + random.nextInt(3);
      upper[i] = at;
    }
    return FixedShape.of(lower, upper);
  }

  private ExponentialShape exponential() {
    int scale = random.nextInt(8) - 2;
    double threshold = random.nextInt(3) == 0 ? 0.001 : 0;
    return new ExponentialShape(scale, threshold, span(), span(), random.nextBoolean());
  }

  private Span span() {
    return random.nextInt(3) == 0
        ? Span.NONE
        : new Span(random.nextInt(60) - 30, random.nextInt(20));
  }
}
