package goku.compactor.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.compactor.fixture.BucketFiles;
import goku.compactor.fixture.RandomSeries;
import goku.compactor.fixture.TestSeries;
import goku.format.FormatException;
import goku.format.bucket.BucketInfo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketFileSourceTest {
  private static final BucketInfo INFO = new BucketInfo("ns", 1, 0, 7_200_000, 1);

  @TempDir Path directory;

  @Test
  void theSourceGivesAllSeriesOfTheFile() throws Exception {
    Map<String, TestSeries> series = new RandomSeries(1).raw(100, 0, 7_200_000);
    Path file = BucketFiles.write(directory.resolve("bucket"), INFO, series);
    var sink = new RecordingSink();
    try (var source = BucketFileSource.open(file)) {
      SeriesMerge.run(List.of(source), new Content(true, 0), 0, 7_200_000, sink, _ -> {});
    }
    assertThat(series).isNotEmpty();
    assertThat(sink.series()).isEqualTo(series);
  }

  @Test
  void anEmptyFileIsAnEmptySource() throws Exception {
    Path file = BucketFiles.write(directory.resolve("bucket"), INFO, Map.of());
    try (var source = BucketFileSource.open(file)) {
      assertThat(source.termCount()).isZero();
      assertThat(source.next()).isFalse();
      assertThat(source.next()).isFalse();
    }
  }

  @Test
  void aFileWithADamagedByteAnywhereIsNotOpened() throws Exception {
    var series = Map.of("a", TestSeries.ofRaw(Map.of(1L, 2.0)));
    Path file = BucketFiles.write(directory.resolve("bucket"), INFO, series);
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] ^= 1;
      Files.write(file, bytes);
      assertThatThrownBy(() -> BucketFileSource.open(file)).isInstanceOf(FormatException.class);
      bytes[at] ^= 1;
    }
  }
}
