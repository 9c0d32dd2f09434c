package goku.root.routing.choice;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.TimeRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadRequirementsTest {
  private static final TimeRange RANGE = new TimeRange(1_000_000, 2_000_000);
  private static final ShardId SHARD = new ShardId("ns1", 0);
  private static final ReadRequirements REQUIREMENTS = new ReadRequirements(RANGE, 5000);

  private static final StreamHeader GOOD = header(List.of(), Holes.NONE, 0);
  private static final StreamHeader LAGGING = header(List.of(), Holes.NONE, 6000);
  private static final StreamHeader INCOMPLETE = header(List.of(), hole(1), 0);
  private static final StreamHeader LACKING = header(List.of(SHARD), Holes.NONE, 0);

  private static StreamHeader header(List<ShardId> missing, Holes holes, long lagMillis) {
    return new StreamHeader(missing, holes, lagMillis, 0);
  }

  /// Returns a hole that ends this long after the start of the range.
  private static Holes hole(long millis) {
    return Holes.before(RANGE.startMillis() + millis, HoleCause.RECOVERY);
  }

  private static void assertBetter(StreamHeader better, StreamHeader worse) {
    assertThat(REQUIREMENTS.order().compare(better, worse)).isNegative();
    assertThat(REQUIREMENTS.order().compare(worse, better)).isPositive();
  }

  @Test
  void anAnswerWithoutMissingShardsPrecedesACompleteAndACaughtUpOne() {
    assertBetter(GOOD, LAGGING);
    assertBetter(LAGGING, header(List.of(), Holes.NONE, 7000));
    assertBetter(LAGGING, INCOMPLETE);
    assertBetter(header(List.of(), hole(1), 6000), LACKING);
  }

  @Test
  void answersWithinTheRequirementsAreEqual() {
    assertThat(REQUIREMENTS.order().compare(header(List.of(), hole(0), 5000), GOOD)).isZero();
  }

  @Test
  void anAnswerIsGoodUpToTheLimits() {
    assertThat(REQUIREMENTS.isMetBy(header(List.of(), hole(0), 5000))).isTrue();
    assertThat(REQUIREMENTS.isMetBy(header(List.of(), hole(0), 5001))).isFalse();
    assertThat(REQUIREMENTS.isMetBy(INCOMPLETE)).isFalse();
    assertThat(REQUIREMENTS.isMetBy(LACKING)).isFalse();
  }

  @Test
  void onlyAnAnswerThatIsNoWorseMayFollowAfterTheAnnouncedHeader() {
    assertThat(REQUIREMENTS.coveredBy(GOOD, GOOD)).isTrue();
    for (StreamHeader worse : List.of(LAGGING, INCOMPLETE, LACKING)) {
      assertThat(REQUIREMENTS.coveredBy(GOOD, worse)).isFalse();
      assertThat(REQUIREMENTS.coveredBy(worse, GOOD)).isTrue();
      assertThat(REQUIREMENTS.coveredBy(worse, worse)).isTrue();
    }
    assertThat(REQUIREMENTS.coveredBy(LAGGING, header(List.of(), Holes.NONE, 60_000))).isTrue();
    assertThat(REQUIREMENTS.coveredBy(INCOMPLETE, header(List.of(), hole(2), 0))).isFalse();
  }
}
