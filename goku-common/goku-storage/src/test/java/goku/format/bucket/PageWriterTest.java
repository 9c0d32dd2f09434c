package goku.format.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.PartFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PageWriterTest {
  private static final int LIMIT = 200_000;

  @TempDir Path directory;
  private PartFile file;
  private PageWriter pages;

  @BeforeEach
  void open() throws IOException {
    file = new PartFile(directory.resolve("pages"));
    pages = new PageWriter(file, 100, LIMIT);
  }

  @AfterEach
  void close() throws IOException {
    file.close();
  }

  /// Compares blocks in the page in memory, at its beginning, before it, and across all pages.
  @ParameterizedTest
  @ValueSource(ints = {1, 65_535, 65_536, 65_537, 140_000})
  void blocksAreComparedInAllPlaces(int length) throws IOException {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    int first = pages.append(bytes, length);
    int second = pages.append(new byte[] {1, 2, 3}, 3);
    assertThat(first).isZero();
    assertThat(second).isEqualTo(length);
    assertThat(pages.begins(first, bytes, length)).isTrue();
    assertThat(pages.begins(second, new byte[] {1, 2, 3}, 3)).isTrue();
    assertThat(pages.begins(second, new byte[] {1, 2, 3, 0}, 4)).isFalse();
    for (int at : new int[] {0, length / 2, length - 1}) {
      byte[] other = Arrays.copyOf(bytes, length);
      other[at]++;
      assertThat(pages.begins(first, other, length)).isFalse();
    }
  }

  @Test
  void blockBeginsAtMostAtTheLimit() throws IOException {
    pages.append(new byte[LIMIT], LIMIT);
    assertThat(pages.append(new byte[1], 1)).isEqualTo(LIMIT);
    assertThatThrownBy(() -> pages.append(new byte[1], 1))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "cannot add a block at offset=200001: the largest offset in a bucket is 200000;"
                + " use more shards");
  }
}
