package goku.format;

import goku.format.batch.BatchReader;
import goku.format.bucket.BucketFile;
import goku.format.delete.DeleteReader;
import goku.format.snapshot.SnapshotReader;
import goku.testkit.Fuzz;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Whatever the bytes, a reader returns or throws a `FormatException`.
class FormatFuzzTest {
  @TempDir private Path directory;

  private static byte[] golden(String name) throws IOException {
    try (InputStream in = FormatFuzzTest.class.getResourceAsStream(name)) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  @Test
  void batches() throws IOException {
    var reader = new BatchReader();
    Fuzz.of(golden("batch/batch-v1.bin"))
        .run(
            input -> {
              reader.open(input);
              while (reader.nextSeries()) {
                while (reader.nextPoint()) {
                  reader.timestamp();
                }
              }
            },
            FormatException.class);
  }

  @Test
  void deletes() throws IOException {
    Fuzz.of(golden("delete/delete-v1.bin")).run(DeleteReader::read, FormatException.class);
  }

  @Test
  void bucketFiles() throws IOException {
    Path file = directory.resolve("bucket");
    Fuzz.of(golden("bucket/bucket-v1.bin"))
        .run(
            input -> {
              try (BucketFile bucket = BucketFile.open(Files.write(file, input))) {
                bucket.verify();
              }
            },
            FormatException.class);
  }

  @Test
  void snapshots() throws IOException {
    Path file = directory.resolve("snapshot");
    Fuzz.of(golden("snapshot/snapshot-v1.bin"))
        .run(input -> SnapshotReader.verify(Files.write(file, input)), FormatException.class);
  }
}
