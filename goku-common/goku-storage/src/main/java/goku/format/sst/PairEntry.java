package goku.format.sst;

/// The dictionary entry of a pair, `key=value`.
public record PairEntry(int id) {
  public byte[] toBytes() {
    var out = new ValueWriter(ValueWriter.MAX_INT_BYTES);
    out.putVarint(id);
    return out.toBytes();
  }

  /// Parses a value of the dictionary.
  ///
  /// @throws goku.format.FormatException when the value is invalid
  public static PairEntry parse(byte[] value) {
    var in = new ValueReader("pair of the dictionary", value);
    var entry = new PairEntry(in.getNumber("its id"));
    in.end();
    return entry;
  }
}
