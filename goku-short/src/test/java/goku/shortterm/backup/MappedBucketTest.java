package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.bucket.BucketInfo;
import goku.testkit.namespace.NamespaceBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MappedBucketTest {
  @TempDir private Path directory;
  private Path file;
  private MappedBucket bucket;

  @BeforeEach
  void map() throws IOException {
    file = directory.resolve("bucket-0-1.goku");
    BucketContent content = new FakeFormats().openBucket(written(file, "points"));
    var namespace = NamespaceBuilder.namespace("ns").build();
    bucket = new MappedBucket(file, content, FinalizedEvent.of(namespace, Node.SHARD, content));
  }

  @Test
  void aVerifiedCopyBecomesTheFile() throws IOException {
    Files.writeString(file, "damaged");
    Path copy = written(directory.resolve("copy"), "points");
    assertThat(bucket.replaceBy(copy)).isTrue();
    assertThat(file).content().endsWith("points");
    assertThat(copy).doesNotExist();
  }

  /// The shard may have been opened again, with a file of the same name.
  @Test
  void theFileOfAReleasedBucketStays() throws IOException {
    bucket.release();
    Files.writeString(file, "points of the next log");
    Path copy = written(directory.resolve("copy"), "points");
    assertThat(bucket.replaceBy(copy)).isFalse();
    assertThat(file).hasContent("points of the next log");
  }

  private static Path written(Path file, String payload) throws IOException {
    var info = new BucketInfo("ns", 7, 0, Node.WINDOW.toMillis(), 1);
    FakeFormats.writeBucket(file, info, payload);
    return file;
  }
}
