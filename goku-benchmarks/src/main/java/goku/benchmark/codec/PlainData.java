package goku.benchmark.codec;

import goku.benchmark.codec.DataSet.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.function.Function;

/// A set of series of one kind each, with a reading per minute. The kinds differ as much as
/// possible.
public final class PlainData {
  private PlainData() {}

  public static List<DataSet> generate(int series, int readings) {
    return List.of(
        set("constant", series, readings, PlainData::constant),
        set("counter", series, readings, PlainData::counter),
        set("walk of two decimals", series, readings, PlainData::decimals),
        set("walk of whole doubles", series, readings, PlainData::doubles));
  }

  /// Returns the metric of the set's series.
  public static String metric(DataSet set) {
    return "plain." + set.name().replace(' ', '_');
  }

  private static DoubleSupplier constant(Random random) {
    double value = random.nextInt(1000);
    return () -> value;
  }

  /// Grows by 0 to 100.
  private static DoubleSupplier counter(Random random) {
    long[] state = {random.nextInt(1_000_000)};
    return () -> state[0] += random.nextInt(101);
  }

  /// Steps of about one, in hundredths.
  private static DoubleSupplier decimals(Random random) {
    DoubleSupplier walk = doubles(random);
    return () -> Math.rint(walk.getAsDouble() * 100) / 100;
  }

  private static DoubleSupplier doubles(Random random) {
    double[] state = {random.nextDouble() * 100};
    return () -> state[0] += random.nextGaussian();
  }

  private static DataSet set(
      String name, int count, int readings, Function<Random, DoubleSupplier> kind) {
    long[] timestamps = DataSet.everyMinute(readings);
    List<Series> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      DoubleSupplier next = kind.apply(new Random(i));
      var values = new double[readings];
      Arrays.setAll(values, reading -> next.getAsDouble());
      all.add(new Series(name, timestamps, values));
    }
    return new DataSet(name, true, all);
  }
}
