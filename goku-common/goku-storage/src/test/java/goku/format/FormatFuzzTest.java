package goku.format;

import goku.format.batch.BatchReader;
import goku.format.bucket.BucketFile;
import goku.format.delete.DeleteReader;
import goku.format.finalize.FinalizeRecord;
import goku.format.snapshot.SnapshotReader;
import goku.testkit.GoldenFile;
import goku.testkit.fuzz.Fuzz;
import goku.testkit.fuzz.FuzzTarget;
import goku.tier.Manifest;
import goku.tier.ShuffleMarker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Fuzz tests: for all bytes, a reader returns or throws a `FormatException`.
class FormatFuzzTest {
  private static byte[] golden(String name) throws IOException {
    return GoldenFile.read(FormatFuzzTest.class, name);
  }

  /// A target whose refusals are `FormatException`s.
  interface Format extends FuzzTarget {
    @Override
    default boolean isRefusal(Exception thrown) {
      return thrown instanceof FormatException;
    }
  }

  /// The records of a namespace's topic. The first byte decides the type.
  static final class LogRecords implements Format {
    private final BatchReader batch = new BatchReader();

    @Override
    public int inputs() {
      return 135_000;
    }

    @Override
    public List<byte[]> seeds() throws IOException {
      return List.of(
          golden("batch/batch-v3.bin"),
          golden("batch/batch-v4.bin"),
          golden("delete/delete-v1.bin"),
          new FinalizeRecord(1_700_000_000_000L, true).toBytes(),
          new FinalizeRecord(1_700_000_000_000L, true, List.of(-5L, 7L)).toBytes());
    }

    @Override
    public void take(byte[] input) {
      if (DeleteReader.isDelete(input)) {
        DeleteReader.read(input);
      } else if (FinalizeRecord.isFinalize(input)) {
        FinalizeRecord.read(input);
      } else {
        batch.open(input);
        while (batch.nextSeries()) {
          while (batch.nextPoint()) {
            batch.timestamp();
          }
        }
      }
    }
  }

  /// A target that reads a file as it is, and again with valid checksums. A fuzzer cannot get past
  /// wrong checksums by itself.
  abstract static class Checked implements Format {
    private final Path file;

    Checked() throws IOException {
      file = Files.createTempFile("fuzz", ".goku");
    }

    @Override
    public int inputs() {
      return 2_000; // each is a file
    }

    abstract byte[] mended(byte[] input);

    abstract void read(Path file) throws IOException;

    @Override
    public void take(byte[] input) throws IOException {
      try {
        read(Files.write(file, input));
      } catch (FormatException refused) {
        read(Files.write(file, mended(input)));
      }
    }

    @Override
    public void close() {
      file.toFile().delete();
    }
  }

  static final class BucketFiles extends Checked {
    BucketFiles() throws IOException {}

    @Override
    public List<byte[]> seeds() throws IOException {
      return List.of(golden("bucket/bucket-v2.bin"), golden("bucket/bucket-v3.bin"));
    }

    @Override
    byte[] mended(byte[] input) {
      return Checksums.ofHeader(input);
    }

    @Override
    void read(Path file) throws IOException {
      try (BucketFile bucket = BucketFile.open(file)) {
        bucket.verify();
      }
    }
  }

  static final class Snapshots extends Checked {
    Snapshots() throws IOException {}

    @Override
    public List<byte[]> seeds() throws IOException {
      return List.of(
          golden("snapshot/snapshot-v2.bin"),
          golden("snapshot/snapshot-v3.bin"),
          golden("snapshot/snapshot-v4.bin"));
    }

    @Override
    byte[] mended(byte[] input) {
      return Checksums.ofFrames(input);
    }

    @Override
    void read(Path file) throws IOException {
      SnapshotReader.read(file, new IgnoringVisitor());
    }
  }

  static final class Markers implements Format {
    @Override
    public List<byte[]> seeds() throws IOException {
      return List.of(golden("/goku/tier/manifest-v1.json"), golden("/goku/tier/shuffled-v1.json"));
    }

    @Override
    public void take(byte[] input) {
      try {
        Manifest.parse(input, "key");
      } catch (FormatException none) {
        ShuffleMarker.parse(input, "key");
      }
    }
  }

  @Test
  void filesOfAnyContentAreReadOrRefused() throws Exception {
    Fuzz.run(LogRecords.class, BucketFiles.class, Snapshots.class, Markers.class);
  }
}
