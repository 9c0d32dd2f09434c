package goku.format.delete;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.re2j.Pattern;
import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import goku.format.batch.BatchWriter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DeleteTest {
  private static final int ALL_FLAGS = Pattern.CASE_INSENSITIVE | Pattern.DOTALL;
  static final DeleteRecord SAMPLE =
      new DeleteRecord(
          "sys.cpu.ü",
          List.of(
              new TagFilter.LiteralOr("host", Set.of("a", "b"), false, false, false),
              new TagFilter.LiteralOr("dc", Set.of("East"), true, true, false),
              new TagFilter.Regexp("az", Pattern.compile("^web.*$", ALL_FLAGS), false),
              new TagFilter.AnyValue("core", false),
              new TagFilter.NotKey("rack")),
          true,
          new TimeRange(1_700_000_000_000L, 1_700_000_009_999L));

  @Test
  void bytesAreThoseOfTheGoldenFile() throws IOException {
    byte[] wanted = GoldenFile.read(DeleteTest.class, "delete-v1.bin");
    assertThat(DeleteWriter.write(SAMPLE)).isEqualTo(wanted);
    assertThat(DeleteReader.read(wanted)).isEqualTo(SAMPLE);
  }

  @Test
  void groupingIsNotWritten() {
    var grouped = new TagFilter.AnyValue("host", true);
    var delete = new DeleteRecord("cpu", List.of(grouped), false, new TimeRange(0, 0));
    assertThat(DeleteReader.read(DeleteWriter.write(delete)).filters())
        .containsExactly(new TagFilter.AnyValue("host", false));
  }

  @Test
  void deleteIsToldFromABatch() {
    assertThat(DeleteReader.isDelete(DeleteWriter.write(SAMPLE))).isTrue();
    assertThat(DeleteReader.isDelete(new BatchWriter().toBytes())).isFalse();
    assertThat(DeleteReader.isDelete(new byte[0])).isFalse();
    assertThatThrownBy(() -> DeleteReader.read("put cpu 1356998400 42.5 host=a".getBytes(UTF_8)))
        .isInstanceOf(NotOursException.class)
        .hasMessage("delete at offset 0: found 0x70, wanted magic 0x44");
  }

  @Test
  void everyCutIsNoticed() {
    byte[] whole = DeleteWriter.write(SAMPLE);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> DeleteReader.read(cut)).isInstanceOf(FormatException.class);
    }
    assertThatThrownBy(() -> DeleteReader.read(Arrays.copyOf(whole, 30)))
        .isInstanceOf(TruncatedException.class)
        .hasMessageContaining("a metric");
  }

  @Test
  void laterVersionIsTooNew() {
    byte[] bytes = DeleteWriter.write(SAMPLE);
    bytes[1] = 2;
    assertThatThrownBy(() -> DeleteReader.read(bytes))
        .isInstanceOf(OtherVersionException.class)
        .hasMessageContaining("found version 2, wanted version 1");
  }

  @Test
  void contradictionsAreCorrupt() {
    for (int at : new int[] {2, 4, 23}) {
      byte[] bytes = DeleteWriter.write(SAMPLE);
      bytes[at] ^= (byte) 0x82;
      assertThatThrownBy(() -> DeleteReader.read(bytes)).isInstanceOf(CorruptException.class);
    }
  }

  @Test
  void optionsThatTheFormatLacksAreRefused() {
    var regexp = new TagFilter.Regexp("host", Pattern.compile("a", Pattern.MULTILINE), false);
    var delete = new DeleteRecord("cpu", List.of(regexp), false, new TimeRange(0, 0));
    assertThatThrownBy(() -> DeleteWriter.write(delete))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'a'");
  }
}
