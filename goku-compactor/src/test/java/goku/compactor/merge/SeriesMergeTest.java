package goku.compactor.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.compactor.fixture.TestSeries;
import goku.format.CorruptException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SeriesMergeTest {
  private static final Content RAW = new Content(true, 0);
  private static final Content HOURS = new Content(false, 10);
  private RecordingSink sink = new RecordingSink();
  private final List<Long> progress = new ArrayList<>();

  @Test
  void namesOrderByTheirTermsAndPrefixesComeFirst() throws Exception {
    merge(RAW, raw(5, "a k=1 l=1", "a l=1", "b"), raw(7, "a", "a k=1", "a k=1-2", "ab"));
    assertThat(sink.series().keySet())
        .containsExactly("a", "a k=1", "a k=1 l=1", "a k=1-2", "a l=1", "ab", "b");
    assertThat(sink.terms()).containsExactly("a", "ab", "b", "k=1", "k=1-2", "l=1");
  }

  @Test
  void noSourcesGiveNoSeries() throws Exception {
    merge(RAW);
    merge(RAW, raw(0));
    assertThat(sink.series()).isEmpty();
    assertThat(progress).containsOnly(0L);
  }

  @Test
  void aSeriesWithoutKeptDataIsLeftOut() throws Exception {
    var points = Map.of("gone", TestSeries.ofRaw(Map.of(1L, Double.NaN)));
    merge(HOURS, raw(2, "kept"), ListSource.ofRaw(points));
    assertThat(sink.series().keySet()).containsExactly("kept");
  }

  @Test
  void datapointsOutsideOfTheWindowAreAnErrorThatNamesTheSource() {
    for (long time : new long[] {-1, 100}) {
      assertThatThrownBy(() -> merge(RAW, raw(0, "a"), named("shard-7.goku", time, "a")))
          .isInstanceOf(CorruptException.class)
          .hasMessageContaining("shard-7.goku")
          .hasMessageContaining("the time " + time)
          .hasMessageContaining("0 to 99");
    }
  }

  @Test
  void rollupsOutsideOfTheWindowAreAnErrorToo() {
    for (long interval : new long[] {5, 10}) {
      for (long time : new long[] {-10, 100}) {
        assertThatThrownBy(() -> merge(HOURS, rollup("tier-1", interval, time)))
            .isInstanceOf(CorruptException.class)
            .hasMessageContaining("tier-1")
            .hasMessageContaining("the time " + time);
      }
    }
  }

  @Test
  void rollupsOfTheSameTimeFromTwoSourcesAreAnErrorAsCountingTwiceWouldBe() {
    Stream.of(rollup("late", 10, 20), rollup("late", 5, 25), named("late", 29, "a"))
        .forEach(
            late ->
                assertThatThrownBy(() -> merge(HOURS, rollup("first", 10, 20), late))
                    .isInstanceOf(CorruptException.class)
                    .hasMessageContaining("late")
                    .hasMessageContaining("30 to 99"));
  }

  @Test
  void sourcesThatDisagreeAboutAHashAreAnError() {
    assertThatThrownBy(() -> merge(RAW, raw(0, "a"), raw(1, "a").withHash(1)))
        .isInstanceOf(CorruptException.class)
        .hasMessageContaining("with the hash 0000000000000001");
  }

  @Test
  void anInterruptEndsTheMerge() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> merge(RAW, raw(0, "a"))).isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void progressIsReportedNowAndThenAndAtTheEnd() throws Exception {
    var names = Stream.iterate(0, i -> i < 5000, i -> i + 1).map(i -> "m" + i);
    merge(RAW, raw(0, names.toArray(String[]::new)), raw(1, "m17", "z"));
    assertThat(progress).containsExactly(4096L, 5001L);
  }

  private void merge(Content content, ListSource... sources)
      throws IOException, InterruptedException {
    sink = new RecordingSink();
    SeriesMerge.run(List.of(sources), content, 0, 100, sink, progress::add);
  }

  private static ListSource raw(long time, String... names) {
    return named("raw", time, names);
  }

  private static ListSource named(String source, long time, String... names) {
    Map<String, TestSeries> series = new TreeMap<>();
    for (String name : names) {
      series.put(name, TestSeries.ofRaw(Map.of(time, 1.0)));
    }
    return new ListSource(source, true, 0, series);
  }

  private static ListSource rollup(String source, long intervalMillis, long time) {
    var rollup = TestSeries.ofRollups(Map.of(time, List.of(1.0, 1.0, 1.0, 1.0)));
    return new ListSource(source, false, intervalMillis, Map.of("a", rollup));
  }
}
