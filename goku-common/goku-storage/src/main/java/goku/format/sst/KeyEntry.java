package goku.format.sst;

/// The dictionary entry of a tag key. The pairs of a key have consecutive numbers.
///
/// @param pairs number of its pairs
public record KeyEntry(int firstPair, int pairs) {
  public byte[] toBytes() {
    var out = new ValueWriter(2 * ValueWriter.MAX_INT_BYTES);
    out.putVarint(firstPair);
    out.putVarint(pairs);
    return out.toBytes();
  }

  /// Parses a value of the dictionary.
  ///
  /// @throws goku.format.FormatException when the value is invalid
  public static KeyEntry parse(byte[] value) {
    var in = new ValueReader("tag key of the dictionary", value);
    var entry =
        new KeyEntry(in.getNumber("its first pair"), in.getNumber("the number of its pairs"));
    in.end();
    return entry;
  }
}
