package goku.format.batch;

/// A range of positions in an input.
///
/// @param to exclusive, after `from`
public record InputRange(InputPartition input, InputPosition from, InputPosition to) {
  public InputRange {
    if (from.compareTo(to) >= 0) {
      throw new IllegalArgumentException(
          "range of input=%s from=%s to=%s".formatted(input, from, to));
    }
  }
}
