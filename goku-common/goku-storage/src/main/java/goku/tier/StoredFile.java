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

/// A file that a marker vouches for.
///
/// @param name the last part of its key
/// @param checksum XXH3 of its bytes, 16 hexadecimal digits
public record StoredFile(String name, long bytes, String checksum) {
  private static final int BUFFER_BYTES = 1 << 16;

  /// What a marker says of the file. Reads all of it.
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

  /// Makes sure that a file, whatever its name, is what the marker says. Reads all of it.
  ///
  /// @param where it is from, for the message
  /// @throws goku.format.FormatException when it is not
  public void verify(Path file, String where) throws IOException {
    StoredFile found = of(file);
    if (found.bytes != bytes) {
      throw new TruncatedException(
          where,
          Math.min(found.bytes, bytes),
          found.bytes + " bytes",
          bytes + " as its marker says");
    }
    if (!found.checksum.equals(checksum)) {
      throw new CorruptException(
          where, 0, "checksum " + found.checksum, checksum + " as its marker says");
    }
  }
}
