package goku.format.bucket;

import static goku.format.bucket.BucketFixture.START;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests with three columns of ten timestamps, which seven, eight and nine series share.
class TimestampColumnsTest {
  private static final int POINTS = 10;
  private static final int KEPT_BYTES = 24 + POINTS * Long.BYTES;

  @TempDir Path directory;
  private final Arena arena = Arena.ofConfined();
  private MemorySegment file = MemorySegment.NULL;

  @BeforeEach
  void write() throws IOException {
    List<BucketFixture.Series> all = new ArrayList<>();
    for (int phase = 7; phase <= 9; phase++) {
      for (int i = 0; i < phase; i++) {
        int[] name = {0, 1 + all.size()};
        all.add(new BucketFixture.Series(i, name, timestamps(phase), new double[POINTS]));
      }
    }
    List<byte[]> pairs =
        IntStream.range(10, 34).mapToObj(i -> ("host=" + i).getBytes(UTF_8)).toList();
    Path path = directory.resolve("bucket");
    BucketFixture.write(path, List.of("cpu".getBytes(UTF_8)), pairs, all);
    try (var channel = FileChannel.open(path)) {
      file = channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
    }
  }

  @AfterEach
  void unmap() {
    arena.close();
  }

  @Test
  void columnsOfMostSeriesComeFirst() {
    TimestampColumns columns = columns(Long.MAX_VALUE);
    assertThat(IntStream.range(0, 3).map(columns::series)).containsExactly(9, 8, 7);
    assertThat(IntStream.range(0, 3).map(columns::points)).containsOnly(POINTS);
  }

  @Test
  void columnsOfEightSeriesAreCachedWhileThereIsRoom() {
    assertThat(columns(Long.MAX_VALUE).kept()).isEqualTo(2);
    assertThat(columns(2 * KEPT_BYTES).kept()).isEqualTo(2);
    assertThat(columns(2 * KEPT_BYTES - 1).kept()).isEqualTo(1);
    assertThat(columns(0).kept()).isZero();
  }

  @Test
  void cachedAndOtherColumnsReadAlike() {
    for (TimestampColumns columns : List.of(columns(Long.MAX_VALUE), columns(0))) {
      for (int twice = 0; twice < 2; twice++) {
        for (int column = 0; column < 3; column++) {
          long[] read = new long[POINTS];
          columns.read(column, POINTS, read, 0);
          assertThat(read).containsExactly(timestamps(9 - column));
        }
      }
    }
  }

  private TimestampColumns columns(long maxKeptBytes) {
    BucketHeader header = BucketVerifier.header(file);
    return new TimestampColumns(
        file,
        header.section(SectionKind.COLUMNS).offset(),
        header.columns(),
        header.section(SectionKind.PAGES).offset(),
        START,
        maxKeptBytes,
        new PageChecks(file, header, () -> {}));
  }

  private static long[] timestamps(int phase) {
    return IntStream.range(0, POINTS).mapToLong(i -> START + i * 60_000L + phase).toArray();
  }
}
