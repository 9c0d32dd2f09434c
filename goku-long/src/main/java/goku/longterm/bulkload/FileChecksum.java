package goku.longterm.bulkload;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// The checksum of files that markers have: XXH3.
final class FileChecksum {
  private static final int BUFFER_BYTES = 1 << 16;

  private FileChecksum() {}

  /// Of all bytes of the file, as 16 hexadecimal digits.
  static String of(Path file) throws IOException {
    HashStream64 hash = Hashing.xxh3_64().hashStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        hash.putBytes(buffer, 0, read);
      }
    }
    return "%016x".formatted(hash.getAsLong());
  }
}
