package goku.compactor.transfer;

import goku.objectstore.ObjectHead;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;

/// A transfer of files to and from S3. Thread-safe.
public record Transfer(Storage storage) {
  /// The metadata key of a tier file's checksum, the same as for a finalized bucket.
  private static final String CHECKSUM = "checksum";

  /// Downloads a file that a marker describes.
  ///
  /// @throws GoneException when the object does not exist
  /// @throws goku.format.FormatException when the content differs from the marker
  public void fetch(String key, StoredFile expected, Path file) throws IOException {
    fetch(key, file);
    expected.verify(file, storage.uri(key));
  }

  /// Downloads a file that carries its own checksums.
  ///
  /// @throws GoneException when the object does not exist
  public void fetch(String key, Path file) {
    if (!storage.download(key, file)) {
      throw new GoneException(storage.uri(key));
    }
  }

  /// Uploads a file. An object that exists already must be the same.
  ///
  /// @throws TakenException when it differs
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

  /// Uploads a marker. An object that exists already must be the same.
  ///
  /// @throws TakenException when it differs
  public void bring(String key, byte[] marker) {
    if (!storage.putIfAbsent(key, marker)
        && !storage.get(key).filter(there -> Arrays.equals(there, marker)).isPresent()) {
      throw new TakenException(storage.uri(key));
    }
  }

  /// Downloads an uploaded file once and verifies the content, because its inputs are removed when
  /// it is believed to exist. The copy is removed.
  ///
  /// @param copy place of the copy
  /// @throws GoneException when the object does not exist
  /// @throws goku.format.FormatException when the content differs
  public void readBack(String key, StoredFile expected, Path copy) throws IOException {
    try {
      fetch(key, expected, copy);
    } finally {
      Files.deleteIfExists(copy);
    }
  }

  /// Reads an uploaded marker and compares it.
  ///
  /// @throws GoneException when the object does not exist
  /// @throws TakenException when the content differs
  public void readBack(String key, byte[] marker) {
    byte[] there = storage.get(key).orElseThrow(() -> new GoneException(storage.uri(key)));
    if (!Arrays.equals(there, marker)) {
      throw new TakenException(storage.uri(key));
    }
  }

  /// Returns the checksum of the stored object. Some services keep no metadata: then the object is
  /// downloaded.
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
