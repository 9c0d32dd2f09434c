package goku.compactor.transfer;

import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.Hashing;
import goku.tier.StoredFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;

/// The checksums of markers: XXH3 of a file's bytes.
public final class Checksums {
  private static final int BUFFER_BYTES = 1 << 16;

  private Checksums() {}

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
}
