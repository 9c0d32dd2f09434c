package goku.compactor.shuffle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.compactor.fixture.BucketFiles;
import goku.compactor.fixture.RandomSeries;
import goku.format.bucket.BucketFile;
import goku.format.bucket.BucketInfo;
import goku.model.Sharding;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketSplitterTest {
  private static final BucketInfo INFO = new BucketInfo("ns", 0, 0, 7_200_000, 1);
  private static final Sharding SHARDING = new Sharding(2, 4);

  @TempDir Path input;
  @TempDir Path output;

  private Path file = Path.of("");

  @BeforeEach
  void write() throws Exception {
    file =
        BucketFiles.write(
            input.resolve("bucket"), INFO, new RandomSeries(5).raw(200, 0, 7_200_000));
  }

  @Test
  void anEmptyFileIsSplitIntoNoFiles() throws Exception {
    BucketFiles.write(file, INFO, Map.of());
    try (var bucket = BucketFile.open(file)) {
      assertThat(new BucketSplitter(bucket, SHARDING).split(this::pathOf)).isEmpty();
    }
    assertThat(output).isEmptyDirectory();
  }

  @Test
  void filesOfACrashedRunAreReplaced() throws Exception {
    try (var bucket = BucketFile.open(file)) {
      var paths = new BucketSplitter(bucket, SHARDING).split(this::pathOf);
      assertThat(paths.keySet()).hasSizeGreaterThan(1);
      byte[] first = Files.readAllBytes(pathOf(paths.firstKey()));
      Files.write(pathOf(paths.firstKey()), new byte[10]);
      Files.write(output.resolve(pathOf(paths.lastKey()) + ".part"), new byte[1_000_000]);
      new BucketSplitter(bucket, SHARDING).split(this::pathOf);
      assertThat(pathOf(paths.firstKey())).hasBinaryContent(first);
      assertThat(output.toFile().list()).hasSize(paths.size());
    }
  }

  @Test
  void anInterruptEndsTheSplit() throws Exception {
    try (var bucket = BucketFile.open(file)) {
      var splitter = new BucketSplitter(bucket, SHARDING);
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> splitter.split(this::pathOf))
          .isInstanceOf(InterruptedException.class);
      assertThat(Thread.interrupted()).isFalse();
    }
    assertThat(output).isEmptyDirectory();
  }

  @Test
  void anErrorLeavesNoneOfTheFiles() throws Exception {
    try (var bucket = BucketFile.open(file)) {
      var splitter = new BucketSplitter(bucket, SHARDING);
      Path missing = output.resolve("missing").resolve("file");
      assertThatThrownBy(() -> splitter.split(shard -> shard < 5 ? pathOf(shard) : missing))
          .isInstanceOf(NoSuchFileException.class);
    }
    assertThat(output).isEmptyDirectory();
  }

  private Path pathOf(int shard) {
    return output.resolve("%05d.goku".formatted(shard));
  }
}
