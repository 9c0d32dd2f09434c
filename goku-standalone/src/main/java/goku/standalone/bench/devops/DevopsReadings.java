package goku.standalone.bench.devops;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/// Readings of some hosts' fields, one after the other. Equal seeds give equal readings. Owned by
/// one thread.
public final class DevopsReadings {
  private final List<Field> fields;
  private final List<Host> hosts;
  private final SplittableRandom random;
  private final double[] values;

  public DevopsReadings(int hosts, long seed) {
    this(hosts, Field.all(), seed);
  }

  /// Creates readings of some fields only.
  public DevopsReadings(int hosts, List<Field> fields, long seed) {
    this.fields = fields;
    this.hosts = IntStream.range(0, hosts).mapToObj(number -> Host.of(number, seed)).toList();
    random = new SplittableRandom(seed);
    values = new double[hosts * fields.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = fields.get(i % fields.size()).first(random);
    }
  }

  public List<Field> fields() {
    return fields;
  }

  public List<Host> hosts() {
    return hosts;
  }

  /// Returns the value of a field in the current reading.
  public double value(int host, int field) {
    double value = values[host * fields.size() + field];
    return fields.get(field).whole() ? Math.floor(value) : value;
  }

  /// Advances to the next reading.
  public void advance() {
    for (int i = 0; i < values.length; i++) {
      values[i] = fields.get(i % fields.size()).next(values[i], random);
    }
  }
}
