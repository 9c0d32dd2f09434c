package goku.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.format.CorruptException;
import goku.format.NotOursException;
import goku.format.delete.DeleteRecord;
import goku.format.delete.DeleteWriter;
import goku.model.TagFilter;
import goku.model.TimeRange;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TombstoneTest {
  private static final String KEY = "long/00007/deletes/1700000000123-6367a5a5ca33479e.goku";
  private static final byte[] CONTENT =
      DeleteWriter.write(
          new DeleteRecord(
              "cpu",
              List.of(new TagFilter.LiteralOr("host", Set.of("a", "b"), false, false, true)),
              false,
              new TimeRange(1000, 1999)));

  private final Tombstone delete = Tombstone.of(7, 1_700_000_000_123L, CONTENT);

  @Test
  void keyHasTheShardTheTimeAndTheHashOfTheContent() {
    assertThat(delete.key()).isEqualTo(KEY);
    assertThat(Tombstone.shardOf(KEY)).hasValue(7);
    assertThat(Tombstone.parse(CONTENT, KEY)).isEqualTo(delete);
  }

  @Test
  void keysOfBucketsAreNotKeysOfDeletes() {
    assertThat(TierKeys.parseTier(KEY)).isEmpty();
    assertThat(TierKeys.parseShuffled(KEY)).isEmpty();
    assertThat(TierKeys.parseFinalized(KEY)).isEmpty();
    assertThat(Tombstone.shardOf(TierKeys.tierMarker(new BucketKey(7, 1, 0, 1)))).isEmpty();
    assertThat(KEY).startsWith(TierKeys.shardDirectory(7));
  }

  @Test
  void contentThatDiffersFromItsKeyIsRefused() {
    byte[] other = CONTENT.clone();
    other[8]++;
    assertThatThrownBy(() -> Tombstone.parse(other, KEY))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining(KEY);
    assertThatThrownBy(() -> Tombstone.parse(CONTENT, "long/00007/deletes/1-2.goku"))
        .isInstanceOf(NotOursException.class);
  }

  @Test
  void sameDeleteAtAnotherTimeIsTheSame() {
    assertThat(delete.isSame(Tombstone.of(7, 5, CONTENT))).isTrue();
    assertThat(delete.isSame(Tombstone.of(8, 5, CONTENT))).isFalse();
  }

  @Test
  void aWindowIsTouchedAndCoveredToTheMillisecond() {
    assertThat(delete.touches(0, 1000)).isFalse();
    assertThat(delete.touches(0, 1001)).isTrue();
    assertThat(delete.touches(1999, 3000)).isTrue();
    assertThat(delete.touches(2000, 3000)).isFalse();
    assertThat(delete.covers(1000, 2000)).isTrue();
    assertThat(delete.covers(999, 2000)).isFalse();
    assertThat(delete.covers(1000, 2001)).isFalse();
  }
}
