package goku.benchmark.codec;

import goku.benchmark.codec.DataSet.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleSupplier;
import java.util.stream.DoubleStream;

/// A data set like the devops hosts of the Time Series Benchmark Suite: the 101 fields of a host's
/// nine measurements, one reading per minute.
///
/// As there, a field is a random walk with normal steps, clamped to a range (`clamped`) or only
/// growing (`counter`), and is written as an integer, except for the three percentages of memory.
/// Ranges and steps follow the suite's generator and are not copied. Fields of one kind stand for
/// several that differ only by name.
public final class DevopsData {
  private static final double GIB = 1L << 30;
  private static final double TERABYTE = 1e12;

  private final Random random;
  private final int readings;
  private final List<Series> series = new ArrayList<>();
  private final long[] timestamps;

  private DevopsData(int readings, long seed) {
    this.readings = readings;
    random = new Random(seed);
    timestamps = DataSet.everyMinute(readings);
  }

  /// All series of some hosts, a number of readings each.
  public static DataSet generate(int hosts, int readings) {
    List<Series> all = new ArrayList<>();
    for (int host = 0; host < hosts; host++) {
      var data = new DevopsData(readings, host);
      data.addHost();
      all.addAll(data.series);
    }
    return new DataSet("TSBS-like devops", true, all);
  }

  private void addHost() {
    for (int i = 0; i < 10; i++) {
      addIntegers("cpu", clamped(0, 1, 0, 100, random.nextDouble() * 100));
    }
    addCounters("diskio", 2, 50);
    addCounters("diskio", 2, 100);
    addCounters("diskio", 3, 5);
    addDisk();
    addConstant("kernel.boot_time", 1_451_600_000);
    addCounters("kernel", 5, 5);
    addMemory();
    addCounters("net", 4, 50);
    addCounters("net", 4, 5);
    addCounters("nginx", 3, 5);
    for (int i = 0; i < 4; i++) {
      addIntegers("nginx", clamped(5, 1, 0, 100, 0));
    }
    addPostgres();
    addRedis();
  }

  private void addDisk() {
    double[] free = walk(clamped(50, 1, 0, TERABYTE, TERABYTE / 2));
    addConstant("disk.total", TERABYTE);
    add("disk.free", Arrays.stream(free).map(Math::floor));
    add("disk.used", Arrays.stream(free).map(f -> TERABYTE - Math.floor(f)));
    add("disk.used_percent", Arrays.stream(free).map(f -> Math.floor(100 * (1 - f / TERABYTE))));
    addConstant("disk.inodes_total", Math.floor(TERABYTE / 4096));
    add("disk.inodes_free", Arrays.stream(free).map(f -> Math.floor(f / 4096)));
    add("disk.inodes_used", Arrays.stream(free).map(f -> Math.floor((TERABYTE - f) / 4096)));
  }

  private void addMemory() {
    double total = GIB * new int[] {8, 12, 16}[random.nextInt(3)];
    double[] used = walk(clamped(0, total / 64, 0, total, random.nextDouble() * total));
    double[] cached = walk(clamped(0, total / 64, 0, total, random.nextDouble() * total));
    double[] buffered = walk(clamped(0, total / 64, 0, total, random.nextDouble() * total));
    addConstant("mem.total", total);
    add("mem.available", Arrays.stream(used).map(u -> Math.floor(total - u)));
    add("mem.used", Arrays.stream(used).map(Math::floor));
    add("mem.free", Arrays.stream(cached).map(c -> Math.floor(total - c)));
    add("mem.cached", Arrays.stream(cached).map(Math::floor));
    add("mem.buffered", Arrays.stream(buffered).map(Math::floor));
    add("mem.used_percent", Arrays.stream(used).map(u -> 100 * (u / total)));
    add("mem.available_percent", Arrays.stream(used).map(u -> 100 * (total - u) / total));
    add("mem.buffered_percent", Arrays.stream(buffered).map(b -> 100 * (total - b) / total));
  }

  private void addPostgres() {
    addIntegers("postgres.numbackends", clamped(5, 1, 0, 1000, 0));
    addCounters("postgres", 9, 5);
    for (int i = 0; i < 5; i++) {
      addIntegers("postgres", clamped(5, 1, 0, 1000, 0));
    }
    addIntegers("postgres.temp_bytes", clamped(1024, 1, 0, GIB, 0));
  }

  private void addRedis() {
    add("redis.uptime", Arrays.stream(timestamps).mapToDouble(t -> (t - timestamps[0]) / 1000.0));
    addCounters("redis", 1, 5);
    addCounters("redis", 4, 50);
    addCounters("redis", 3, 1);
    addIntegers("redis.connected_clients", clamped(50, 1, 0, 10_000, 0));
    for (int i = 0; i < 4; i++) {
      addIntegers("redis.used_memory", clamped(50, 1, 0, 16 * GIB, 8 * GIB));
    }
    addIntegers("redis.rdb_changes", clamped(50, 1, 0, 10_000, 0));
    for (int i = 0; i < 12; i++) {
      addIntegers("redis", clamped(5, 1, 0, 1000, 0));
    }
    for (int i = 0; i < 4; i++) {
      addIntegers("redis.used_cpu", clamped(5, 1, 0, 100_000, 0));
    }
  }

  private void addCounters(String name, int fields, double mean) {
    for (int i = 0; i < fields; i++) {
      addIntegers(name, clamped(mean, 1, 0, Double.MAX_VALUE, 0));
    }
  }

  private void addConstant(String name, double value) {
    addIntegers(name, () -> value);
  }

  private void addIntegers(String name, DoubleSupplier distribution) {
    add(name, Arrays.stream(walk(distribution)).map(Math::floor));
  }

  private void add(String name, DoubleStream values) {
    series.add(new Series(name, timestamps, values.toArray()));
  }

  private double[] walk(DoubleSupplier distribution) {
    var values = new double[readings];
    Arrays.setAll(values, i -> distribution.getAsDouble());
    return values;
  }

  private DoubleSupplier clamped(double mean, double sigma, double low, double high, double start) {
    double[] state = {start};
    return () -> {
      double value = state[0];
      state[0] = Math.clamp(value + mean + sigma * random.nextGaussian(), low, high);
      return value;
    };
  }
}
