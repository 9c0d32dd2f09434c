package goku.format.sst;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.codec.block.ValueEncoder;
import goku.format.CorruptException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import java.lang.foreign.MemorySegment;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.roaringbitmap.RoaringBitmap;

class SstValuesTest {
  @Test
  void manyAdjacentIdsAreABitmapAndFewIdsAreNot() {
    int[] all = IntStream.range(100, 1_000_100).toArray();
    assertThat(Ids.encode(all, all.length)).hasSizeLessThan(300).startsWith(1);
    assertThat(Ids.encode(new int[] {3, 70_000}, 2)).hasSizeLessThan(8).startsWith(0);
    assertThat(Ids.encode(new int[0], 0)).containsExactly(0, 0);
  }

  @Test
  void aBitmapThatAnnouncesBillionsIsRefusedBeforeItIsUnpacked() {
    var billions = RoaringBitmap.bitmapOfRange(0, 1L << 31);
    billions.runOptimize();
    byte[] value = new byte[1 + billions.serializedSizeInBytes()];
    value[0] = 1;
    billions.serialize(java.nio.ByteBuffer.wrap(value, 1, value.length - 1));
    assertThatThrownBy(() -> Ids.decode(value))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("2147483648 ids");
  }

  @Test
  void aBlockCannotAnnounceMoreEntriesThanItsBytesCanHave() {
    byte[] column = new byte[80];
    int block = ColumnValue.write(1_000_000, column, 0);
    assertThatThrownBy(() -> ColumnValue.points(MemorySegment.ofArray(column), block + 8))
        .isInstanceOf(TruncatedException.class)
        .hasMessageContaining("1000000 entries");
  }

  @Test
  void aBlockOfAnUnknownEncodingIsCorrupt() {
    byte[] bytes = new byte[200];
    int block = DataValue.write(7, bytes, 0);
    bytes[block] = 64 | 1;
    MemorySegment value = MemorySegment.ofArray(bytes);
    assertThatThrownBy(() -> DataValue.decode(value, 100, 7, 3, new double[3], 0))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("data of a bucket at offset %d".formatted(block))
        .hasMessageContaining("unknown encoding 1,");
    assertThatThrownBy(() -> ColumnValue.decode(value, 7, 0, new long[7], 0))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("column of a bucket at offset %d".formatted(block));
  }

  @Test
  void moreDatapointsThanABlockCanHaveAreRefused() {
    assertThatThrownBy(() -> ValueEncoder.maxBytes(200_000_001))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("200000001");
    assertThat(ValueEncoder.maxBytes(200_000_000)).isPositive();
  }

  @Test
  void aMarkerOfAnotherVersionIsToldApart() {
    byte[] marker = new BucketMarker(1, 2, 3, 4).toBytes();
    for (byte version : new byte[] {0, 1, 3}) {
      marker[0] = version;
      assertThatThrownBy(() -> BucketMarker.parse(marker))
          .isInstanceOf(OtherVersionException.class);
    }
  }

  @Test
  void namesBeyondTheLimitAndRepeatedNamesAreRefused() {
    var names = new NamesEncoder();
    names.add(0, 0, new int[] {1}, 1);
    assertThatThrownBy(() -> names.add(0, 0, new int[] {1}, 1))
        .isInstanceOf(IllegalArgumentException.class);
    names.clear();
    for (int i = 0; i < NamesEncoder.MAX_SERIES; i++) {
      names.add(0, 0, new int[] {i}, 1);
    }
    assertThatThrownBy(() -> names.add(0, 0, new int[] {5000}, 1))
        .isInstanceOf(IllegalStateException.class);
  }

  /// Checks the test vector of MurmurHash3 (x86, 32 bits) for the bytes of one integer, 0x87654321.
  @Test
  void theCheckIsAMurmurHashOfTheHashesOfTerms() {
    assertThat(SeriesCheck.finish(SeriesCheck.mix(0, 0x8765_4321), 1)).isEqualTo(0xF55B_516B);
    assertThat(SeriesCheck.ofTerm("host=a".getBytes(UTF_8)))
        .isNotEqualTo(SeriesCheck.ofTerm("host=b".getBytes(UTF_8)));
  }
}
