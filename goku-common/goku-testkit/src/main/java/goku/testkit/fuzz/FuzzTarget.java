package goku.testkit.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;

/// A parser that is fuzzed. A target is a member of its test. It is made by its constructor without
/// parameters, once in the process of the test and once in that of the fuzzer, and used by one
/// thread.
public interface FuzzTarget extends AutoCloseable {
  /// Inputs that the parser takes, for the fuzzer to begin with.
  List<byte[]> seeds() throws Exception;

  /// Returns how many inputs a short run takes: as many as a processor takes in about a second.
  default int inputs() {
    return 10_000;
  }

  /// Parses. What it throws is a finding, unless it is a refusal.
  void take(byte[] input) throws Exception;

  /// Whether the parser's contract says that it throws this for what it cannot read.
  default boolean isRefusal(Exception thrown) {
    return false;
  }

  @Override
  default void close() {}

  static List<byte[]> texts(String... seeds) {
    return Arrays.stream(seeds).map(text -> text.getBytes(UTF_8)).toList();
  }
}
