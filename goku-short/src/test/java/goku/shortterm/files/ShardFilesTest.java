package goku.shortterm.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardFilesTest {
  @TempDir private Path parent;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  void makesItsDirectory() throws IOException {
    assertThat(open().buckets()).isEmpty();
    assertThat(parent.resolve("ns/7")).isDirectory();
  }

  @Test
  void listsBucketsAndSnapshotsAndNothingElse() throws IOException {
    ShardFiles files = open();
    Path bucket = Files.createFile(files.bucket(7_200_000, 3));
    Path old = Files.createFile(files.snapshot(9));
    Path late = Files.createFile(files.snapshot(10));
    Files.createFile(files.directory().resolve("notes.txt"));
    Files.createFile(files.directory().resolve("bucket-7200-3.goku.broken"));
    assertThat(bucket.getFileName()).hasToString("bucket-7200-3.goku");
    assertThat(old.getFileName()).hasToString("snapshot-0000000000000000009.goku");
    assertThat(files.buckets()).containsExactly(bucket);
    assertThat(files.snapshots()).containsExactly(late, old);
  }

  @Test
  void removesAtTheNextStartWhatWasNotFinished() throws IOException {
    ShardFiles files = open();
    Path bucket = Files.createFile(files.bucket(7_200_000, 3));
    Path part = Files.createFile(bucket.resolveSibling(bucket.getFileName() + ".part"));
    open();
    assertThat(part).doesNotExist();
    assertThat(bucket).exists();
  }

  @Test
  void setsABrokenFileAsideWhereNothingReadsItAgain() throws IOException {
    ShardFiles files = open();
    Path bucket = Files.writeString(files.bucket(0, 1), "broken");
    files.setAside(bucket, new IOException("for a reason"));
    assertThat(files.buckets()).isEmpty();
    assertThat(bucket.resolveSibling("bucket-0-1.goku.broken")).hasContent("broken");
    assertThat(registry.get("goku.short.files.broken").counter().count()).isOne();
  }

  @Test
  void removesWhatIsThereAndWhatIsNot() throws IOException {
    ShardFiles files = open();
    Path bucket = Files.createFile(files.bucket(0, 1));
    files.remove(bucket);
    files.remove(bucket);
    assertThat(bucket).doesNotExist();
  }

  @Property
  void namesSayWhatTheyWereMadeOf(
      @ForAll @LongRange(min = 0, max = 1L << 40) long startSeconds,
      @ForAll @IntRange(min = 1, max = 1_000_000) int generation,
      @ForAll @LongRange(min = 0, max = 1L << 62) long offset) {
    long start = startSeconds * 1000;
    assertThat(FileNames.parseBucket(FileNames.bucket(start, generation)))
        .hasValue(new BucketName(start, generation));
    assertThat(FileNames.parseSnapshot(FileNames.snapshot(offset))).hasValue(offset);
    assertThat(FileNames.parseSnapshot(FileNames.bucket(start, generation))).isEmpty();
  }

  private ShardFiles open() throws IOException {
    return new ShardFiles(parent.resolve("ns/7"), registry);
  }
}
