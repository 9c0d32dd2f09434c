package goku.tier;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class TierKeysTest {
  private static final BucketKey FINALIZED = new BucketKey(7, 0, 1_700_006_400_000L, 2);
  private static final BucketKey TIER = new BucketKey(12, 3, 1_700_006_400_000L, 1);

  @Test
  void keysAreAsInTheTable() {
    assertThat(TierKeys.finalized(FINALIZED)).isEqualTo("short/00007/bucket-1700006400-2.goku");
    assertThat(TierKeys.shuffled(FINALIZED, 12))
        .isEqualTo("shuffled/00007/1700006400-2/00012.goku");
    assertThat(TierKeys.shuffledMarker(FINALIZED))
        .isEqualTo("shuffled/00007/1700006400-2/complete.json");
    assertThat(TierKeys.tierDirectory(TIER)).isEqualTo("long/00012/tier-3/1700006400-1/");
    assertThat(TierKeys.tierDirectory(TIER)).startsWith(TierKeys.shardDirectory(12));
  }

  @Property
  void parsedKeysEqualTheirOriginals(
      @ForAll @IntRange(max = 99_999) int shard,
      @ForAll @IntRange(min = 1, max = 999) int tier,
      @ForAll @LongRange(max = 99_999_999_999L) long startSeconds,
      @ForAll @IntRange(min = 1, max = 999_999_999) int generation) {
    var first = new BucketKey(shard, 0, startSeconds * 1000, generation);
    assertThat(TierKeys.parseFinalized(TierKeys.finalized(first))).contains(first);
    assertThat(TierKeys.parseShuffled(TierKeys.shuffled(first, 3)))
        .contains(new TierKeys.Entry(first, "00003.goku"));
    var later = new BucketKey(shard, tier, startSeconds * 1000, generation);
    assertThat(TierKeys.parseTier(TierKeys.tierMarker(later)))
        .hasValueSatisfying(entry -> assertThat(entry.isMarker()).isTrue())
        .map(TierKeys.Entry::bucket)
        .contains(later);
  }

  @Test
  void aNoteNamesItsObjectAndIsNoBucket() {
    String note = TierKeys.damageNote(TierKeys.finalized(FINALIZED));
    assertThat(note).isEqualTo("short/00007/bucket-1700006400-2.goku.damaged");
    assertThat(TierKeys.parseDamageNote(note)).contains(TierKeys.finalized(FINALIZED));
    assertThat(TierKeys.parseDamageNote(TierKeys.finalized(FINALIZED))).isEmpty();
    assertThat(TierKeys.parseFinalized(note)).isEmpty();
  }

  @Test
  void otherObjectsAreNoBuckets() {
    assertThat(TierKeys.parseFinalized("short/00007/snapshot-0000000000000000010.goku")).isEmpty();
    assertThat(TierKeys.parseFinalized("short/00007/bucket-1700006400-2.goku.part")).isEmpty();
    assertThat(TierKeys.parseFinalized("backup/short/00007/bucket-1700006400-2.goku")).isEmpty();
    assertThat(TierKeys.parseShuffled("shuffled/00007/1700006400-2/")).isEmpty();
    assertThat(TierKeys.parseTier("long/00012/tier-x/1700006400-1/0.sst")).isEmpty();
    assertThat(TierKeys.parseTier(TierKeys.finalized(FINALIZED))).isEmpty();
  }

  @Test
  void bucketsAreInTheOrderOfTheirKeys() {
    assertThat(new BucketKey(1, 2, 3, 4)).isLessThan(new BucketKey(1, 2, 3, 5));
    assertThat(new BucketKey(1, 2, 3, 9)).isLessThan(new BucketKey(1, 2, 4, 1));
    assertThat(new BucketKey(1, 2, 9, 9)).isLessThan(new BucketKey(1, 3, 0, 1));
    assertThat(new BucketKey(1, 9, 9, 9)).isLessThan(new BucketKey(2, 0, 0, 1));
  }
}
