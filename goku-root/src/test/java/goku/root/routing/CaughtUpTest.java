package goku.root.routing;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.ShardId;
import goku.model.TimeRange;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import goku.query.partial.PartialStream;
import goku.root.routing.choice.ReadRequirements;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CaughtUpTest {
  private static final ReadRequirements REQUIREMENTS =
      new ReadRequirements(new TimeRange(0, 100), 5000);
  private static final ShardId SHARD = new ShardId("ns1", 1);

  private static final GroupPartial GROUP =
      new GroupPartial(
          new GroupKey(List.of()),
          new GroupTags(List.of(), List.of()),
          List.of(),
          new Contribution.Members(List.of()));

  private final AtomicBoolean closed = new AtomicBoolean();

  private PartialStream behindBy(long lagMillis) {
    return new PartialStream() {
      @Override
      public GroupPartial next() {
        return GROUP;
      }

      @Override
      public Holes holes() {
        return Holes.before(7, HoleCause.RECOVERY);
      }

      @Override
      public List<ShardId> missing() {
        return List.of(SHARD);
      }

      @Override
      public long lagMillis() {
        return lagMillis;
      }

      @Override
      public long pageDatapoints() {
        return 9;
      }

      @Override
      public Set<String> origins() {
        return Set.of("node");
      }

      @Override
      public void close() {
        closed.set(true);
      }
    };
  }

  @Test
  void lagUpToTheLimitIsTakenAwayAndNothingElse() throws Exception {
    PartialStream stream = CaughtUp.unlessBehind(behindBy(5000), REQUIREMENTS);
    assertThat(stream.lagMillis()).isZero();
    assertThat(stream.holes().completeFromMillis()).isEqualTo(7);
    assertThat(stream.next()).isSameAs(GROUP);
    assertThat(stream.missing()).containsExactly(SHARD);
    assertThat(stream.pageDatapoints()).isEqualTo(9);
    assertThat(stream.origins()).containsExactly("node");
    assertThat(closed).isFalse();
    stream.close();
    assertThat(closed).isTrue();
  }

  @Test
  void streamWithoutALagOrWithALargerOneStaysAsItIs() {
    PartialStream without = behindBy(0);
    assertThat(CaughtUp.unlessBehind(without, REQUIREMENTS)).isSameAs(without);
    PartialStream behind = behindBy(5001);
    assertThat(CaughtUp.unlessBehind(behind, REQUIREMENTS)).isSameAs(behind);
  }
}
