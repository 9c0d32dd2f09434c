package goku.model;

import static goku.model.HoleCause.DAMAGED;
import static goku.model.HoleCause.LOG_LOST;
import static goku.model.HoleCause.RECOVERY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class HolesTest {
  private static final long MAX = Long.MAX_VALUE;
  private static final long MIN = Long.MIN_VALUE;

  @Test
  void holesOfOneCauseJoinAndThoseOfTwoCausesStayApart() {
    var holes =
        Holes.of(
            new Hole(20, 30, DAMAGED),
            new Hole(0, 10, DAMAGED),
            new Hole(10, 20, DAMAGED),
            new Hole(5, 15, LOG_LOST));
    assertThat(holes.all()).containsExactly(new Hole(0, 30, DAMAGED), new Hole(5, 15, LOG_LOST));
    assertThat(holes).hasToString("0-30 damaged,5-15 log-lost");
    assertThat(holes.millis()).as("overlapping time counts once").isEqualTo(30);
  }

  @Test
  void aHoleHasALength() {
    assertThatThrownBy(() -> new Hole(7, 7, DAMAGED))
        .hasMessage("cannot create a hole: endMillis=7 is not after startMillis=7");
  }

  @Test
  void holesAreCutAtTheEndsOfARange() {
    var holes = Holes.of(new Hole(0, 10, DAMAGED), new Hole(20, 30, LOG_LOST));
    assertThat(holes.in(new TimeRange(5, 20)))
        .isEqualTo(Holes.of(new Hole(5, 10, DAMAGED), new Hole(20, 21, LOG_LOST)));
    assertThat(holes.overlapping(new TimeRange(5, 19)))
        .isEqualTo(Holes.of(new Hole(0, 10, DAMAGED)));
    assertThat(holes.in(new TimeRange(10, 19))).as("ends are exclusive").isSameAs(Holes.NONE);
    assertThat(holes.in(new TimeRange(MIN, MAX))).isEqualTo(holes);
  }

  @Test
  void aLoadedRangeIsTakenOut() {
    var holes = Holes.of(new Hole(0, 10, DAMAGED), new Hole(5, 30, LOG_LOST));
    assertThat(holes.minus(new TimeRange(4, 7)))
        .hasToString("0-4 damaged,8-10 damaged,8-30 log-lost");
    assertThat(holes.minus(new TimeRange(0, MAX))).isSameAs(Holes.NONE);
    assertThat(holes.minus(new TimeRange(30, 40))).isSameAs(holes);
  }

  @Test
  void allTimeBeforeAnInstantIsOneHole() {
    var recovering = Holes.before(100, RECOVERY);
    assertThat(recovering.completeFromMillis()).isEqualTo(100);
    assertThat(recovering.millis()).isEqualTo(MAX);
    assertThat(recovering.minus(new TimeRange(50, MAX))).isEqualTo(Holes.before(50, RECOVERY));
    assertThat(Holes.before(MIN, RECOVERY)).isSameAs(Holes.NONE);
    assertThat(Holes.NONE.completeFromMillis()).isEqualTo(MIN);
  }

  @Test
  void timeIsCoveredWhateverTheCause() {
    var holes = Holes.of(new Hole(0, 10, DAMAGED), new Hole(10, 20, LOG_LOST));
    assertThat(holes.cover(Holes.of(new Hole(5, 15, RECOVERY)))).isTrue();
    assertThat(holes.cover(Holes.of(new Hole(5, 21, RECOVERY)))).isFalse();
    assertThat(holes.cover(Holes.NONE)).isTrue();
    assertThat(Holes.NONE.cover(holes)).isFalse();
  }

  @Test
  void codesAndNamesOfNewerVersionsAreOtherCauses() {
    assertThat(Arrays.stream(HoleCause.values()).mapToInt(HoleCause::code))
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    for (HoleCause cause : HoleCause.values()) {
      assertThat(HoleCause.ofCode(cause.code())).isEqualTo(cause);
      assertThat(HoleCause.ofName(cause.name())).isEqualTo(cause);
    }
    assertThat(HoleCause.ofCode(200)).isEqualTo(HoleCause.OTHER);
    assertThat(HoleCause.ofName("FLOODED")).isEqualTo(HoleCause.OTHER);
  }

  @Property
  void operationsAreThoseOfSetsOfTime(
      @ForAll @Size(max = 6) List<@LongRange(min = 0, max = 40) Long> first,
      @ForAll @Size(max = 6) List<@LongRange(min = 0, max = 40) Long> second,
      @ForAll @LongRange(min = 0, max = 20) long from,
      @ForAll @LongRange(min = 20, max = 40) long to) {
    Holes a = holes(first);
    Holes b = holes(second);
    var range = new TimeRange(from, to);
    for (HoleCause cause : new HoleCause[] {DAMAGED, LOG_LOST}) {
      for (long time = 0; time <= 50; time++) {
        boolean inRange = range.contains(time);
        assertThat(has(a.plus(b), cause, time))
            .isEqualTo(has(a, cause, time) || has(b, cause, time));
        assertThat(has(a.in(range), cause, time)).isEqualTo(has(a, cause, time) && inRange);
        assertThat(has(a.minus(range), cause, time)).isEqualTo(has(a, cause, time) && !inRange);
      }
    }
    assertThat(a.in(range).plus(a.minus(range))).isEqualTo(a);
    assertThat(a.plus(b).cover(b)).isTrue();
    assertThat(a.millis()).isEqualTo(LongStream.range(0, 60).filter(t -> any(a, t)).count());
    assertThat(a.cover(b))
        .isEqualTo(LongStream.range(0, 60).allMatch(t -> any(a, t) || !any(b, t)));
  }

  private static Holes holes(List<Long> starts) {
    return Holes.of(
        starts.stream()
            .map(
                start ->
                    new Hole(start, start + 1 + start % 7, start % 2 == 0 ? DAMAGED : LOG_LOST))
            .toList());
  }

  private static boolean any(Holes holes, long time) {
    return has(holes, DAMAGED, time) || has(holes, LOG_LOST, time);
  }

  private static boolean has(Holes holes, HoleCause cause, long time) {
    return holes.all().stream()
        .anyMatch(
            hole -> hole.cause() == cause && hole.startMillis() <= time && time < hole.endMillis());
  }

  @Test
  void timesThatAreMissingThereAreTakenOut() {
    Holes all = Holes.of(new Hole(10, 20, HoleCause.NOT_YET));
    Holes there =
        Holes.of(new Hole(12, 14, HoleCause.DAMAGED), new Hole(18, 30, HoleCause.RECOVERY));
    assertThat(all.minus(there))
        .isEqualTo(
            Holes.of(new Hole(10, 12, HoleCause.NOT_YET), new Hole(14, 18, HoleCause.NOT_YET)));
    assertThat(all.minus(Holes.before(Long.MAX_VALUE, HoleCause.RECOVERY))).isEqualTo(Holes.NONE);
  }

  @Test
  void whatIsBeforeAndAfterTheHeldTimeIsNoInnerHole() {
    var damaged = new Hole(20, 30, HoleCause.DAMAGED);
    Holes all =
        Holes.before(10, HoleCause.NOT_KEPT)
            .plus(Holes.before(5, HoleCause.BEFORE_LOG))
            .plus(damaged)
            .plus(new Hole(40, Long.MAX_VALUE, HoleCause.NOT_YET));
    assertThat(all.inner()).isEqualTo(Holes.of(damaged));
    assertThat(all.completeFromForOlderNodes()).isEqualTo(30);
  }
}
