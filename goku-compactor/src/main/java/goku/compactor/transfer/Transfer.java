package goku.compactor.transfer;

import goku.objectstore.ObjectHead;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// Brings files to and from S3. Thread-safe.
public record Transfer(Storage storage) {
  /// Metadata of a file of a tier, as of a finalized bucket.
  private static final String CHECKSUM = "checksum";

  /// Downloads a file that a marker vouches for.
  ///
  /// @throws GoneException when it is not there
  /// @throws goku.format.FormatException when it is not what the marker says
  public void fetch(String key, StoredFile expected, Path file) throws IOException {
    fetch(key, file);
    expected.verify(file, storage.uri(key));
  }

  /// Downloads a file that carries its own checksums.
  ///
  /// @throws GoneException when it is not there
  public void fetch(String key, Path file) {
    if (!storage.download(key, file)) {
      throw new GoneException(storage.uri(key));
    }
  }

  /// Uploads a file; one that is there already must be the same.
  ///
  /// @throws TakenException when it is another
  public void bring(String key, Path file, StoredFile content) throws IOException {
    if (storage.putIfAbsent(key, file, Map.of(CHECKSUM, content.checksum()))) {
      return;
    }
    Optional<ObjectHead> there = storage.head(key);
    if (there.isEmpty()) {
      throw new GoneException(storage.uri(key));
    }
    if (there.get().bytes() != content.bytes()
        || !content.checksum().equals(checksum(key, there.get(), file))) {
      throw new TakenException(storage.uri(key));
    }
  }

  /// Uploads a marker; one that is there already must be the same.
  ///
  /// @throws TakenException when it is another
  public void bring(String key, byte[] marker) {
    if (!storage.putIfAbsent(key, marker)
        && !storage.get(key).filter(there -> Arrays.equals(there, marker)).isPresent()) {
      throw new TakenException(storage.uri(key));
    }
  }

  /// Some services keep no metadata; then the object itself tells.
  private String checksum(String key, ObjectHead there, Path file) throws IOException {
    String told = there.metadata().get(CHECKSUM);
    if (told != null) {
      return told;
    }
    Path copy = file.resolveSibling(file.getFileName() + ".there");
    try {
      fetch(key, copy);
      return StoredFile.of(copy).checksum();
    } finally {
      Files.deleteIfExists(copy);
    }
  }
}
