package goku.format.snapshot;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import goku.testkit.GoldenFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.roaringbitmap.RoaringBitmap;

class SnapshotTest {
  /// The offset of the first frame of the sample.
  private static final int FIRST_FRAME = 65;

  @TempDir Path directory;
  private Path file = Path.of("");

  @BeforeEach
  void name() {
    file = directory.resolve("a.snapshot");
  }

  @Test
  void bytesAreThoseOfTheGoldenFile() throws IOException {
    Told.write(file, Sample.INFO, Sample.RECORDS);
    assertThat(Files.readAllBytes(file)).isEqualTo(golden());
    Files.write(file, golden());
    assertThat(SnapshotReader.info(file)).isEqualTo(Sample.INFO);
    assertThat(Told.read(file)).isEqualTo(Sample.RECORDS);
    SnapshotReader.verify(file);
  }

  @Test
  void bytesWithAStateAreThoseOfTheGoldenFile() throws IOException {
    requireGolden(Sample.WITHOUT_EPOCH, "snapshot-v3.bin");
    requireGolden(Sample.STATED, "snapshot-v4.bin");
  }

  private void requireGolden(SnapshotInfo info, String golden) throws IOException {
    byte[] wanted = GoldenFile.read(SnapshotTest.class, golden);
    Told.write(file, info, Sample.RECORDS);
    assertThat(Files.readAllBytes(file)).isEqualTo(wanted);
    Files.write(file, wanted);
    assertThat(SnapshotReader.info(file)).isEqualTo(info);
    assertThat(Told.read(file)).isEqualTo(Sample.RECORDS);
    for (int at = 0; at < wanted.length; at++) {
      byte[] changed = wanted.clone();
      changed[at] ^= (byte) (1 << (at % 8));
      Files.write(file, changed);
      assertThatThrownBy(() -> SnapshotReader.verify(file))
          .as("changed byte %d", at)
          .isInstanceOf(FormatException.class);
    }
  }

  @Test
  void stateAnswersForTheSnapshot() {
    assertThat(Sample.STATED.number()).isEqualTo(223_456);
    assertThat(Sample.STATED.decisionOffset(Sample.START - 7_200_000)).isEqualTo(123_400);
    assertThat(Sample.STATED.decisionOffset(Sample.START)).isEqualTo(-1);
    assertThat(Sample.INFO.number()).isEqualTo(Sample.INFO.offset());
    assertThat(Sample.INFO.log()).isEqualTo(SnapshotLog.UNKNOWN);
    assertThat(Sample.INFO.holes().isEmpty()).isTrue();
  }

  @Test
  void anEpochThatNoLeaderHasIsRefused() throws IOException {
    byte[] bytes = SnapshotHeader.write(Sample.stated(17, List.of()));
    int size = bytes.length - SnapshotLayout.CHECKSUM_BYTES;
    int at = size - 2; // the number of inputs follows
    assertThat(bytes[at]).as("17, in zigzag").isEqualTo((byte) 34);
    bytes[at] = 3; // -2
    var crc = new CRC32C();
    crc.update(bytes, 0, size);
    ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN).putInt(size, (int) crc.getValue());
    Files.write(file, bytes);
    assertThatThrownBy(() -> SnapshotReader.info(file))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("found leader epoch -2, wanted -1 to 2147483647");
  }

  @Test
  void everyCutIsNoticed() throws IOException {
    byte[] whole = golden();
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertRefused(TruncatedException.class);
    }
  }

  @Test
  void everyChangedByteIsNoticed() throws IOException {
    byte[] bytes = golden();
    for (int at = 0; at < bytes.length; at++) {
      for (int flip : new int[] {0x01, 0x80, 0xFF}) {
        bytes[at] ^= (byte) flip;
        Files.write(file, bytes);
        assertRefused(FormatException.class);
        bytes[at] ^= (byte) flip;
      }
    }
  }

  @Test
  void bytesAfterTheEndAreNoticed() throws IOException {
    byte[] whole = golden();
    Files.write(file, Arrays.copyOf(whole, whole.length + 1));
    assertRefused(CorruptException.class);
    assertThatThrownBy(() -> SnapshotReader.verify(file))
        .hasMessageContaining(
            "at offset %d: found 1 bytes more, wanted the end of the file".formatted(whole.length));
  }

  private void assertRefused(Class<? extends FormatException> how) {
    assertThatThrownBy(() -> SnapshotReader.verify(file)).isInstanceOf(how);
    assertThatThrownBy(() -> Told.read(file)).isInstanceOf(how);
  }

  @Test
  void headerIsReadWithoutTheRest() throws IOException {
    Files.write(file, Arrays.copyOf(golden(), FIRST_FRAME));
    assertThat(SnapshotReader.info(file)).isEqualTo(Sample.INFO);
    Files.write(file, Arrays.copyOf(golden(), FIRST_FRAME - 1));
    assertThatThrownBy(() -> SnapshotReader.info(file))
        .isInstanceOf(TruncatedException.class)
        .hasMessage("snapshot at offset 16: found 48 bytes, wanted 49 bytes of a description");
  }

  @Test
  void foreignEarlierAndChangedHeadersAreToldApart() throws IOException {
    Files.write(file, "put cpu 1356998400 42.5 host=a".getBytes(UTF_8));
    assertThatThrownBy(() -> SnapshotReader.info(file))
        .isInstanceOf(NotOursException.class)
        .hasMessage("snapshot at offset 0: found 'put cpu ', wanted magic 'GOKUSNAP'");

    byte[] earlier = golden();
    earlier[8] = 1;
    Files.write(file, earlier);
    assertThatThrownBy(() -> SnapshotReader.info(file))
        .isInstanceOf(OtherVersionException.class)
        .hasMessage("snapshot at offset 8: found version 1, wanted version 2 to 4");

    byte[] changed = golden();
    changed[20] ^= 1;
    Files.write(file, changed);
    assertThatThrownBy(() -> SnapshotReader.info(file))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("a header with checksum");
  }

  @Test
  void changedFrameIsNamedByItsOffset() throws IOException {
    byte[] changed = golden();
    changed[FIRST_FRAME + 20] ^= 1;
    Files.write(file, changed);
    assertThatThrownBy(() -> SnapshotReader.verify(file))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining(
            "snapshot at offset %d: found a frame with checksum".formatted(FIRST_FRAME));
  }

  @Test
  void recordsLargerThanAFrameAndManySmallOnesAreRead() throws IOException {
    List<Told> records = large();
    Told.write(file, Sample.INFO, records);
    assertThat(Files.size(file)).isGreaterThan(4 * SnapshotLayout.FRAME_BYTES);
    SnapshotReader.verify(file);
    assertThat(Told.read(file)).isEqualTo(records);
  }

  @Test
  void missingFrameIsNoticed() throws IOException {
    Told.write(file, Sample.INFO, large());
    byte[] whole = Files.readAllBytes(file);
    int first = FIRST_FRAME + SnapshotLayout.FRAME_HEADER_BYTES + frameSize(whole, FIRST_FRAME);
    byte[] cut = Arrays.copyOf(whole, whole.length - (first - FIRST_FRAME));
    System.arraycopy(whole, first, cut, FIRST_FRAME, whole.length - first);
    Files.write(file, cut);
    assertRefused(CorruptException.class);
  }

  private static int frameSize(byte[] file, int at) {
    return (file[at] & 0xFF) | (file[at + 1] & 0xFF) << 8 | (file[at + 2] & 0xFF) << 16;
  }

  private static List<Told> large() {
    List<Told> records = new ArrayList<>();
    records.add(new Told.Metric("m".repeat(SnapshotLayout.FRAME_BYTES + 1)));
    for (int i = 0; i < 5000; i++) {
      records.add(new Told.Pair("host=" + i));
      records.add(new Told.Series(i * 0x9E37_79B9_7F4A_7C15L, List.of(0, i + 1)));
    }
    var random = new Random(1);
    var odd = new RoaringBitmap();
    random.ints(100_000, 0, 1 << 24).forEach(odd::add);
    for (int i = 0; i < 1 << 23; i += 2) {
      odd.add(i);
    }
    records.add(new Told.Removed(Sample.START, odd));
    records.add(new Told.Streams(Sample.START, false));
    for (int i = 0; i < 5000; i++) {
      int words = i == 17 ? SnapshotLayout.FRAME_BYTES / 8 : 12;
      var state =
          new Told.State(words * 3, words * 64L, 0, Sample.START / 1000 + i, i, i, i & 31, i & 15);
      records.add(new Told.Stream(4999 - i, state, random.longs(words).boxed().toList()));
    }
    return records;
  }

  private static byte[] golden() throws IOException {
    return GoldenFile.read(SnapshotTest.class, "snapshot-v2.bin");
  }
}
