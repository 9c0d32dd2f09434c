package goku.format.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.FormatException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import goku.model.PointBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BucketDamageTest {
  @TempDir Path directory;
  private Path file = Path.of("");
  private byte[] whole = {};

  @BeforeEach
  void write() throws IOException {
    file = BucketFixture.write(directory.resolve("bucket"));
    whole = Files.readAllBytes(file);
  }

  @Test
  void everyCutIsNoticed() throws IOException {
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      int cut = length;
      assertThatThrownBy(() -> BucketFile.open(file))
          .isInstanceOfSatisfying(
              TruncatedException.class, e -> assertThat(e.offset()).isEqualTo(cut));
    }
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    assertThatThrownBy(() -> BucketFile.open(file))
        .hasMessage(
            "bucket file at offset %d: found the end, wanted the %d bytes of a file"
                .formatted(whole.length / 2, whole.length));
  }

  @Test
  void everyFlippedByteIsNoticed() throws IOException {
    assertFlippedBytesAreNoticed();
    whole = Files.readAllBytes(BucketFixture.write(file, BucketFixture.COVERED));
    assertFlippedBytesAreNoticed();
  }

  @Test
  void coverageOfAnUnknownKindIsCorrupt() throws IOException {
    whole = Files.readAllBytes(BucketFixture.write(file, BucketFixture.COVERED));
    int namespace = "ns-ü".getBytes(StandardCharsets.UTF_8).length;
    assertSaysCorrupt(BucketLayout.NAMESPACE_OFFSET + namespace, 3, "kind is 3");
  }

  private void assertFlippedBytesAreNoticed() throws IOException {
    for (int at = 0; at < whole.length; at++) {
      byte[] bytes = whole.clone();
      bytes[at] ^= (byte) (1 << (at % 8));
      assertThatThrownBy(() -> openAndVerify(bytes))
          .as("flipped byte %d", at)
          .isInstanceOf(FormatException.class);
    }
  }

  @Test
  void moreBytesAreCorrupt() {
    byte[] longer = Arrays.copyOf(whole, whole.length + 3);
    assertThatThrownBy(() -> openAndVerify(longer))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("at offset %d: found 3 bytes more".formatted(whole.length));
  }

  @Test
  void foreignFileIsNotOurs() {
    assertThatThrownBy(() -> openAndVerify("metrics: []".getBytes(UTF_8)))
        .isInstanceOf(NotOursException.class)
        .hasMessageContaining("at offset 0: found 0x6d657472696373")
        .hasMessageContaining("wanted magic 0x476f6b7542636b74");
    assertThatThrownBy(() -> openAndVerify("x".getBytes(UTF_8)))
        .isInstanceOf(NotOursException.class);
    assertThat(BucketFile.isBucketFile("metrics: []".getBytes(UTF_8))).isFalse();
    assertThat(BucketFile.isBucketFile(new byte[] {'G', 'o'})).isFalse();
    assertThat(BucketFile.isBucketFile(whole)).isTrue();
  }

  @Test
  void otherVersionsAreNotRead() {
    whole[8] = 1;
    assertThatThrownBy(() -> openAndVerify(whole))
        .isInstanceOf(OtherVersionException.class)
        .hasMessage("bucket file at offset 8: found version 1, wanted version 2 to 3");
  }

  @Test
  void brokenPageIsNamedWhenPagesAreVerifiedAndNotCopied() throws IOException {
    int page;
    try (var bucket = BucketFile.open(file)) {
      page = firstPage(bucket);
    }
    whole[page + 5] ^= 1;
    Files.write(file, whole);
    try (var bucket = BucketFile.open(file)) {
      assertThatThrownBy(bucket::verify)
          .isInstanceOf(CorruptException.class)
          .hasMessageContaining("at offset %d: found page 0 with CRC32C".formatted(page));
      Path copy = directory.resolve("copy");
      assertThatThrownBy(() -> bucket.copyTo(copy)).isInstanceOf(CorruptException.class);
      assertThat(copy).doesNotExist();
    }
  }

  @Test
  void blockOfAnUnknownEncodingIsCorrupt() throws IOException {
    int section =
        BucketLayout.SECTIONS_OFFSET + SectionKind.PAGES.index * BucketLayout.SECTION_BYTES;
    ByteBuffer bytes = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    int from = (int) bytes.getLong(section + BucketLayout.SECTION_OFFSET);
    int length = (int) bytes.getLong(section + BucketLayout.SECTION_LENGTH);
    Arrays.fill(whole, from, from + length, (byte) (64 | 1));
    Files.write(file, BucketFixture.sealed(whole));
    try (var bucket = BucketFile.open(file)) {
      assertThatThrownBy(() -> bucket.read(0, new PointBuffer()))
          .isInstanceOf(CorruptException.class)
          .hasMessageStartingWith("bucket file at offset ")
          .hasMessageContaining("unknown encoding 1,");
    }
  }

  /// Checks headers with a valid checksum, as another program could have written them.
  @Test
  void headerWithImpossibleFieldsIsCorrupt() {
    int namespaceLength = BucketLayout.NAMESPACE_LENGTH_OFFSET;
    assertSaysCorrupt(namespaceLength, 1_843_200_000, "a namespace of 1843200000 bytes");
    assertSaysCorrupt(namespaceLength, -1, "a namespace of -1 bytes");
    assertSaysCorrupt(BucketLayout.GENERATION_OFFSET, 0, "generation is 0");
    assertSaysCorrupt(BucketLayout.TERMS_OFFSET, 1 << 20, "a section of terms");
    assertSaysCorrupt(BucketLayout.SERIES_OFFSET, -1, "a section of entries");
    assertSaysCorrupt(BucketLayout.COLUMNS_OFFSET, Integer.MAX_VALUE, "a section of columns");
    int pages = BucketLayout.SECTIONS_OFFSET + SectionKind.PAGES.index * BucketLayout.SECTION_BYTES;
    assertSaysCorrupt(pages, 0, "a section of pages");
    assertSaysCorrupt(pages + BucketLayout.SECTION_LENGTH, -64, "a section of page checksums");
    int length = pages + BucketLayout.SECTION_LENGTH + Integer.BYTES;
    assertSaysCorrupt(length, Integer.MIN_VALUE, "a section of pages");
  }

  @Test
  void aFlippedByteIsNeverReadAsData() throws IOException {
    List<BucketFixture.Series> wanted;
    try (var bucket = BucketFile.open(file)) {
      wanted = BucketFixture.read(bucket);
    }
    for (int at = 0; at < whole.length; at++) {
      byte[] bytes = flipped(at);
      try (var bucket = BucketFile.open(Files.write(file, bytes))) {
        assertReadsNothingWrong(bucket, wanted, at);
      } catch (FormatException noticed) {
        // at its opening
      }
    }
  }

  @Test
  void aByteFlippedAfterTheOpeningIsNeverReadAsData() throws IOException {
    int from;
    int to;
    List<BucketFixture.Series> wanted;
    try (var bucket = BucketFile.open(file)) {
      wanted = BucketFixture.read(bucket);
      List<Long> parts = List.copyOf(bucket.bytesByPart().values());
      from = Math.toIntExact(parts.get(0) + parts.get(1));
      to = from + Math.toIntExact(parts.get(2));
    }
    for (int at = from; at < to; at++) {
      Files.write(file, whole);
      try (var bucket = BucketFile.open(file)) {
        overwrite(at, flipped(at)[at]);
        assertReadsNothingWrong(bucket, wanted, at);
      }
    }
  }

  @Test
  void aGoodCopyReplacesADamagedMapping() throws IOException {
    Path good = Files.write(directory.resolve("good"), whole);
    try (var bucket = BucketFile.open(Files.write(file, flippedInPages()))) {
      var noticed = new AtomicInteger();
      bucket.onDamage(noticed::incrementAndGet);
      assertThat(bucket.require(0)).isFalse();
      assertThat(bucket.require(0)).isFalse();
      assertThat(bucket.isDamaged()).isTrue();
      assertThat(noticed).hasValue(1);

      Path same = file;
      assertThatThrownBy(() -> bucket.replace(same)).isInstanceOf(CorruptException.class);
      assertThat(bucket.isDamaged()).isTrue();

      bucket.replace(good);
      assertThat(bucket.isDamaged()).isFalse();
      assertThat(bucket.isWhole()).isTrue();
      assertThat(BucketFixture.read(bucket)).hasToString(BucketFixture.SAMPLE.toString());
    }
  }

  @Test
  void anotherFileDoesNotReplaceADamagedMapping() throws IOException {
    Path other =
        BucketFixture.write(
            directory.resolve("other"), BucketFixture.METRICS, BucketFixture.PAIRS, List.of());
    try (var bucket = BucketFile.open(Files.write(file, flippedInPages()))) {
      assertThatThrownBy(() -> bucket.replace(other))
          .isInstanceOf(CorruptException.class)
          .hasMessageContaining("found checksum");
    }
  }

  @Test
  void aListenerLearnsOfDamageThatWasFoundBefore() throws IOException {
    try (var bucket = BucketFile.open(Files.write(file, flippedInPages()))) {
      assertThatThrownBy(bucket::verifyRest).isInstanceOf(CorruptException.class);
      var noticed = new AtomicInteger();
      bucket.onDamage(noticed::incrementAndGet);
      assertThat(noticed).hasValue(1);
    }
  }

  @Test
  void pagesThatWereVerifiedOnceAreVerifiedAgainOnRequest() throws IOException {
    try (var bucket = BucketFile.open(file)) {
      bucket.verifyRest();
      assertThat(bucket.isWhole()).isTrue();
      int at = firstPage(bucket) + 5;
      overwrite(at, flipped(at)[at]);
      bucket.verifyRest();
      assertThatThrownBy(bucket::verify).isInstanceOf(CorruptException.class);
      assertThat(bucket.isWhole()).isFalse();
      assertThat(bucket.isDamaged()).isTrue();
      assertThat(bucket.require(0)).isFalse();
    }
  }

  private static void assertReadsNothingWrong(
      BucketFile bucket, List<BucketFixture.Series> wanted, int at) {
    var points = new PointBuffer();
    for (int entry = 0; entry < wanted.size(); entry++) {
      points.clear();
      try {
        bucket.read(entry, points);
      } catch (CorruptException noticed) {
        assertThat(bucket.isDamaged()).isTrue();
        assertThat(bucket.require(entry)).isFalse();
        continue;
      }
      BucketFixture.Series series = wanted.get(entry);
      assertThat(Arrays.copyOf(points.timestamps(), points.size()))
          .as("flipped byte %d", at)
          .isEqualTo(series.timestamps());
      assertThat(Arrays.copyOf(points.values(), points.size()))
          .as("flipped byte %d", at)
          .isEqualTo(series.values());
    }
    assertThatThrownBy(bucket::verifyRest)
        .as("flipped byte %d", at)
        .isInstanceOf(CorruptException.class);
  }

  private static int firstPage(BucketFile bucket) {
    // after the header and the terms
    return bucket.bytesByPart().values().stream().limit(2).mapToInt(Long::intValue).sum();
  }

  private byte[] flippedInPages() throws IOException {
    Files.write(file, whole);
    try (var bucket = BucketFile.open(file)) {
      return flipped(firstPage(bucket) + 5);
    }
  }

  private byte[] flipped(int at) {
    byte[] bytes = whole.clone();
    bytes[at] ^= (byte) (1 << (at % 8));
    return bytes;
  }

  private void overwrite(int at, byte value) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {value}), at);
    }
  }

  private void assertSaysCorrupt(int offset, int value, String found) {
    ByteBuffer bytes = ByteBuffer.wrap(whole.clone()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(offset, value);
    int length = bytes.getInt(BucketLayout.HEADER_BYTES_OFFSET);
    byte[] header = Arrays.copyOf(bytes.array(), length);
    bytes.putInt(length - BucketLayout.CRC_BYTES, BucketHeader.crc(header));
    assertThatThrownBy(() -> openAndVerify(bytes.array()))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining(found);
  }

  private void openAndVerify(byte[] bytes) throws IOException {
    try (var bucket = BucketFile.open(Files.write(file, bytes))) {
      bucket.verify();
    }
  }
}
