package goku.format.finalize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class FinalizeRecordTest {
  private static final FinalizeRecord RECORD = new FinalizeRecord(1_772_373_600_000L);

  /// A record of version 1, as stored in topics.
  private static final byte[] GOLDEN = HexFormat.of().parseHex("4601000000e7b2a99c010000");

  @Test
  void bytesAreAsTheyWereInVersionOne() {
    assertThat(RECORD.toBytes()).isEqualTo(GOLDEN);
    assertThat(FinalizeRecord.read(GOLDEN)).isEqualTo(RECORD);
  }

  /// A record of version 2.
  private static final byte[] EVEN_EMPTY = HexFormat.of().parseHex("4602010000e7b2a99c010000");

  @Test
  void bytesOfADecisionForAnEmptyWindowAreAsTheyWereInVersionTwo() {
    var decision = new FinalizeRecord(RECORD.throughMillis(), true);
    assertThat(decision.toBytes()).isEqualTo(EVEN_EMPTY);
    assertThat(FinalizeRecord.read(EVEN_EMPTY)).isEqualTo(decision);
  }

  /// A record of version 3, which leaves two metrics out.
  private static final byte[] LEAVING_OUT =
      HexFormat.of().parseHex("4603010000e7b2a99c01000002000000feffffffffffffff0700000000000000");

  @Test
  void bytesOfADecisionThatLeavesMetricsOutAreAsTheyWereInVersionThree() {
    var decision = new FinalizeRecord(RECORD.throughMillis(), true, List.of(7L, -2L, 7L));
    assertThat(decision.leftOut()).containsExactly(-2L, 7L);
    assertThat(decision.toBytes()).isEqualTo(LEAVING_OUT);
    assertThat(FinalizeRecord.read(LEAVING_OUT)).isEqualTo(decision);
    byte[] notEmpty = LEAVING_OUT.clone();
    notEmpty[2] = 0;
    assertThat(FinalizeRecord.read(notEmpty))
        .isEqualTo(new FinalizeRecord(RECORD.throughMillis(), false, List.of(7L, -2L)));
  }

  @Test
  void recordNamesAtMostTheMetricsThatFitIntoHalfOfKafkasLimit() {
    List<Long> most = LongStream.range(0, FinalizeRecord.MOST_LEFT_OUT).boxed().toList();
    var decision = new FinalizeRecord(1, false, most);
    assertThat(decision.toBytes()).hasSize(512 << 10);
    assertThat(FinalizeRecord.read(decision.toBytes())).isEqualTo(decision);
    List<Long> more = LongStream.rangeClosed(0, FinalizeRecord.MOST_LEFT_OUT).boxed().toList();
    assertThatThrownBy(() -> new FinalizeRecord(1, false, more))
        .hasMessageContaining("cannot leave out 65535 metrics: at most 65534 are allowed");
  }

  @Test
  void damageInTheListOfMetricsIsDetected() {
    for (int length = 12; length < LEAVING_OUT.length; length++) {
      byte[] cut = Arrays.copyOf(LEAVING_OUT, length);
      assertThatThrownBy(() -> FinalizeRecord.read(cut)).isInstanceOf(TruncatedException.class);
    }
    byte[] longer = Arrays.copyOf(LEAVING_OUT, LEAVING_OUT.length + 1);
    assertThatThrownBy(() -> FinalizeRecord.read(longer)).isInstanceOf(CorruptException.class);
    for (int count : new int[] {0, -1}) {
      byte[] counted = LEAVING_OUT.clone();
      Arrays.fill(counted, 12, 16, (byte) count);
      assertThatThrownBy(() -> FinalizeRecord.read(counted)).isInstanceOf(CorruptException.class);
    }
    byte[] descending = LEAVING_OUT.clone();
    Arrays.fill(descending, 24, 32, (byte) 0xfe);
    assertThatThrownBy(() -> FinalizeRecord.read(descending))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("24");
  }

  @Test
  void otherRecordsOfTheTopicAreToldApart() {
    assertThat(FinalizeRecord.isFinalize(GOLDEN)).isTrue();
    assertThat(FinalizeRecord.isFinalize(new byte[] {0x44, 1})).isFalse();
    assertThat(FinalizeRecord.isFinalize(new byte[0])).isFalse();
    assertThat(FinalizeRecord.recordKey()).hasSize(1);
  }

  @Test
  void otherBytesAreRefusedWithTheReason() {
    assertThatThrownBy(() -> FinalizeRecord.read(new byte[0])).isInstanceOf(NotOursException.class);
    assertThatThrownBy(() -> FinalizeRecord.read(Arrays.copyOf(GOLDEN, 11)))
        .isInstanceOf(TruncatedException.class)
        .hasMessageContaining("offset 11");
    assertThatThrownBy(() -> FinalizeRecord.read(Arrays.copyOf(GOLDEN, 13)))
        .isInstanceOf(CorruptException.class);
    byte[] flagged = GOLDEN.clone();
    flagged[2] = 1;
    assertThatThrownBy(() -> FinalizeRecord.read(flagged)).isInstanceOf(CorruptException.class);
    byte[] unknown = EVEN_EMPTY.clone();
    unknown[2] = 2;
    assertThatThrownBy(() -> FinalizeRecord.read(unknown)).isInstanceOf(CorruptException.class);
    byte[] newer = GOLDEN.clone();
    newer[1] = 4;
    assertThatThrownBy(() -> FinalizeRecord.read(newer)).isInstanceOf(OtherVersionException.class);
  }
}
