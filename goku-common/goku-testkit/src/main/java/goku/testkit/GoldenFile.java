package goku.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/// A reader of test resources that record how a format must stay.
public final class GoldenFile {
  private GoldenFile() {}

  /// Returns all bytes of a file.
  ///
  /// @param test class whose package has the file, unless the name begins with a slash
  public static byte[] read(Class<?> test, String name) throws IOException {
    try (InputStream in = test.getResourceAsStream(name)) {
      return Objects.requireNonNull(in, name).readAllBytes();
    }
  }
}
