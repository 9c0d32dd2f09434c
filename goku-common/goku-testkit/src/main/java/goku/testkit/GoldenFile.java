package goku.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// Files in the test resources that say how a format has to stay.
public final class GoldenFile {
  private GoldenFile() {}

  /// All bytes of a file.
  ///
  /// @param test whose package it lies in, unless the name begins with a slash
  public static byte[] read(Class<?> test, String name) throws IOException {
    try (InputStream in = test.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }
}
