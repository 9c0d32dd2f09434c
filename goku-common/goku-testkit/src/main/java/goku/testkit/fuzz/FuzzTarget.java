package goku.testkit.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/// A parser to fuzz. A target is a member class of its test. It is created by its constructor
/// without parameters, once in the process of the test and once in that of the fuzzer, and used by
/// one thread.
public interface FuzzTarget extends AutoCloseable {
  /// Returns inputs that the parser accepts, for the fuzzer to begin with.
  List<byte[]> seeds() throws Exception;

  /// Returns the number of inputs of a short run: as many as a processor parses in about a second.
  default int inputs() {
    return 10_000;
  }

  /// Parses an input. An exception is a finding, unless it is a refusal.
  void take(byte[] input) throws Exception;

  /// Returns whether the parser's contract allows this exception for invalid input.
  default boolean isRefusal(Exception thrown) {
    return false;
  }

  @Override
  default void close() {}

  static List<byte[]> texts(String... seeds) {
    return Arrays.stream(seeds).map(text -> text.getBytes(UTF_8)).toList();
  }
}
