package goku.testkit.fuzz;

import java.util.Arrays;

/// The first byte of an input of a process that fuzzes several targets. It selects the target.
final class Selector {
  private Selector() {}

  static byte[] prepend(int target, byte[] input) {
    byte[] selecting = new byte[input.length + 1];
    selecting[0] = (byte) target;
    System.arraycopy(input, 0, selecting, 1, input.length);
    return selecting;
  }

  /// Returns a target for every byte, so that the fuzzer may change the byte like any other.
  ///
  /// @param selecting an input that is not empty
  static int target(byte[] selecting, int targets) {
    return (selecting[0] & 0xff) % targets;
  }

  /// Returns the rest of the input, which the target takes.
  static byte[] input(byte[] selecting) {
    return Arrays.copyOfRange(selecting, 1, selecting.length);
  }
}
