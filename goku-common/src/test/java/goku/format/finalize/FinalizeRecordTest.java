package goku.format.finalize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.TooNewException;
import goku.format.TruncatedException;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class FinalizeRecordTest {
  private static final FinalizeRecord RECORD = new FinalizeRecord(1_772_373_600_000L);

  /// Version 1, as it lies on topics.
  private static final byte[] GOLDEN = HexFormat.of().parseHex("4601000000e7b2a99c010000");

  @Test
  void bytesAreAsTheyWereInVersionOne() {
    assertThat(RECORD.toBytes()).isEqualTo(GOLDEN);
    assertThat(FinalizeRecord.read(GOLDEN)).isEqualTo(RECORD);
  }

  /// Version 2.
  private static final byte[] EVEN_EMPTY = HexFormat.of().parseHex("4602010000e7b2a99c010000");

  @Test
  void bytesOfADecisionForAnEmptyWindowAreAsTheyWereInVersionTwo() {
    var decision = new FinalizeRecord(RECORD.throughMillis(), true);
    assertThat(decision.toBytes()).isEqualTo(EVEN_EMPTY);
    assertThat(FinalizeRecord.read(EVEN_EMPTY)).isEqualTo(decision);
  }

  @Test
  void otherRecordsOfTheTopicAreToldApart() {
    assertThat(FinalizeRecord.isFinalize(GOLDEN)).isTrue();
    assertThat(FinalizeRecord.isFinalize(new byte[] {0x44, 1})).isFalse();
    assertThat(FinalizeRecord.isFinalize(new byte[0])).isFalse();
    assertThat(FinalizeRecord.recordKey()).hasSize(1);
  }

  @Test
  void whatIsNoneIsRefusedWithTheReason() {
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
    newer[1] = 3;
    assertThatThrownBy(() -> FinalizeRecord.read(newer)).isInstanceOf(TooNewException.class);
  }
}
