package goku.tier;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import goku.format.CorruptException;
import goku.format.TruncatedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/// A file listed in a marker.
///
/// @param name the last part of its key
/// @param checksum XXH3 of its bytes, 16 hexadecimal digits
public record StoredFile(String name, long bytes, String checksum) {
  private static final int BUFFER_BYTES = 1 << 16;

  /// Returns the entry of the file, for a marker. Reads the whole file.
  public static StoredFile of(Path file) throws IOException {
    HashStream64 hash = Hashing.xxh3_64().hashStream();
    long bytes = 0;
    byte[] buffer = new byte[BUFFER_BYTES];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        hash.putBytes(buffer, 0, read);
        bytes += read;
      }
    }
    String checksum = HexFormat.of().toHexDigits(hash.getAsLong());
    return new StoredFile(file.getFileName().toString(), bytes, checksum);
  }

  /// Verifies that the file, which may have any name, has the listed content. Reads the whole file.
  ///
  /// @param where source of the file, for the message
  /// @throws goku.format.FormatException when the content differs
  public void verify(Path file, String where) throws IOException {
    StoredFile found = of(file);
    if (found.bytes != bytes) {
      throw new TruncatedException(
          where,
          Math.min(found.bytes, bytes),
          found.bytes + " bytes",
          bytes + " according to its marker");
    }
    if (!found.checksum.equals(checksum)) {
      throw new CorruptException(
          where, 0, "checksum " + found.checksum, checksum + " according to its marker");
    }
  }
}
