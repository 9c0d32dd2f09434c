package goku.root.planning;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.model.TimeRange;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoleCutsTest {
  private static final TimeRange RANGE = new TimeRange(100, 199);

  @Test
  void aReplicaWithoutAHoleInTheRangeHasAllOfIt() {
    assertThat(cuts(holes(120, 130), Holes.NONE)).isEmpty();
    assertThat(cuts(holes(120, 130), holes(200, 300))).isEmpty();
  }

  @Test
  void oneReplicaIsNeverCut() {
    assertThat(cuts(holes(120, 130))).isEmpty();
    assertThat(cuts()).isEmpty();
  }

  @Test
  void replicasWithHolesInDifferentTimesEachAnswerForAPart() {
    assertThat(cuts(holes(120, 130), holes(150, 160)))
        .as("the second, then the first")
        .containsExactly(150L);
    assertThat(cuts(holes(120, 130, 170, 180), holes(150, 160)))
        .as("the second, the first, the second")
        .containsExactly(150L, 170L);
    assertThat(cuts(holes(0, 130), holes(130, 500))).containsExactly(130L);
  }

  @Test
  void aTimeThatAllLackIsAPartOfItsOwn() {
    assertThat(cuts(holes(120, 140), holes(130, 160))).containsExactly(130L, 140L);
    assertThat(cuts(holes(100, 110), holes(100, 110))).containsExactly(110L);
  }

  @Test
  void noCutHelpsIfAllLackEverything() {
    assertThat(cuts(holes(0, 500), holes(100, 200))).isEmpty();
  }

  @Test
  void threeReplicasShareARange() {
    assertThat(cuts(holes(100, 150), holes(140, 180), holes(100, 120, 160, 200)))
        .as("the second, the third, the first")
        .containsExactly(140L, 160L);
  }

  private static List<Long> cuts(Holes... replicas) {
    return HoleCuts.of(RANGE, List.of(replicas));
  }

  private static Holes holes(long... ends) {
    Holes holes = Holes.NONE;
    for (int i = 0; i < ends.length; i += 2) {
      holes = holes.plus(new Hole(ends[i], ends[i + 1], HoleCause.LOG_LOST));
    }
    return holes;
  }
}
