package goku.format.sst;

/// The dictionary entry of a metric. The series of a metric have consecutive numbers.
///
/// @param series number of its series
public record MetricEntry(int id, int firstSeries, int series) {
  public byte[] toBytes() {
    var out = new ValueWriter(3 * ValueWriter.MAX_INT_BYTES);
    out.putVarint(id);
    out.putVarint(firstSeries);
    out.putVarint(series);
    return out.toBytes();
  }

  /// Parses a value of the dictionary.
  ///
  /// @throws goku.format.FormatException when the value is invalid
  public static MetricEntry parse(byte[] value) {
    var in = new ValueReader("metric of the dictionary", value);
    var entry =
        new MetricEntry(
            in.getNumber("its id"),
            in.getNumber("its first series"),
            in.getNumber("the number of its series"));
    in.end();
    return entry;
  }
}
