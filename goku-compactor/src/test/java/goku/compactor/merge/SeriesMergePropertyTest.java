package goku.compactor.merge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.compactor.fixture.RandomSeries;
import goku.compactor.fixture.TestSeries;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SeriesMergePropertyTest {
  private static final long QUARTER = 900_000;
  private static final long HOUR = 4 * QUARTER;
  private static final long WINDOW = 6 * HOUR;
  private static final long START = 1_700_006_400_000L - 1_700_006_400_000L % WINDOW;
  private static final int MOST_SERIES = 30;

  @Property(tries = 300)
  void consecutiveWindowsAreMergedAsByASimpleModel(
      @ForAll long seed, @ForAll @IntRange(max = 6) int sources) throws Exception {
    var inputs = new RandomSeries(seed).windows(sources, MOST_SERIES, START, WINDOW / 6);
    assertThat(merge(inputs, new Content(true, QUARTER)))
        .isEqualTo(MergeModel.of(inputs, true, QUARTER));
    assertThat(merge(inputs, new Content(true, 0))).isEqualTo(MergeModel.of(inputs, true, 0));
    assertThat(merge(inputs, new Content(false, HOUR)))
        .isEqualTo(MergeModel.of(inputs, false, HOUR));
  }

  /// Covers a series that was in several shards.
  @Property(tries = 300)
  void theLaterSourceWinsAtEqualTimestamps(
      @ForAll long seed, @ForAll @IntRange(min = 2, max = 6) int sources) throws Exception {
    var random = new RandomSeries(seed);
    List<Map<String, TestSeries>> inputs = new ArrayList<>();
    for (int i = 0; i < sources; i++) {
      inputs.add(random.raw(MOST_SERIES, START, START + WINDOW));
    }
    assertThat(merge(inputs, new Content(true, QUARTER)))
        .isEqualTo(MergeModel.of(inputs, true, QUARTER));
  }

  @Property(tries = 200)
  void rollupsOfTheSameIntervalFollowEachOther(@ForAll long seed) throws Exception {
    var inputs = new RandomSeries(seed).windows(4, MOST_SERIES, START, WINDOW / 6);
    assertThat(mergeSources(rolledUp(inputs, true, QUARTER), new Content(true, QUARTER)))
        .isEqualTo(MergeModel.of(inputs, true, QUARTER));
    assertThat(mergeSources(rolledUp(inputs, false, QUARTER), new Content(false, QUARTER)))
        .isEqualTo(MergeModel.of(inputs, false, QUARTER));
  }

  /// Leaves sums out, as sums of sums may be rounded differently.
  @Property(tries = 200)
  void coarserRollupsAreBuiltFromFinerOnesOrElseFromDatapoints(@ForAll long seed) throws Exception {
    var inputs = new RandomSeries(seed).windows(4, MOST_SERIES, START, WINDOW / 6);
    List<ListSource> sources = rolledUp(inputs, false, QUARTER);
    sources.set(1, ListSource.ofRaw(inputs.get(1)));
    sources.set(2, rolledUp(inputs, true, HOUR).get(2));
    assertThat(MergeModel.withoutSums(mergeSources(sources, new Content(false, HOUR))))
        .isEqualTo(MergeModel.withoutSums(MergeModel.of(inputs, false, HOUR)));
  }

  private static Map<String, TestSeries> merge(
      List<Map<String, TestSeries>> inputs, Content content)
      throws IOException, InterruptedException {
    return mergeSources(inputs.stream().map(ListSource::ofRaw).toList(), content);
  }

  private static Map<String, TestSeries> mergeSources(List<ListSource> sources, Content content)
      throws IOException, InterruptedException {
    var sink = new RecordingSink();
    SeriesMerge.run(sources, content, START, START + WINDOW, sink, _ -> {});
    var terms = new TreeSet<String>();
    for (ListSource source : sources) {
      for (int number = 0; number < source.termCount(); number++) {
        terms.add(new String(source.term(number), UTF_8));
      }
    }
    assertThat(sink.terms()).containsExactlyInAnyOrderElementsOf(terms);
    return content.raw() ? sink.series() : MergeModel.withoutRaw(sink.series());
  }

  private static List<ListSource> rolledUp(
      List<Map<String, TestSeries>> inputs, boolean raw, long intervalMillis) {
    List<ListSource> sources = new ArrayList<>();
    for (Map<String, TestSeries> input : inputs) {
      sources.add(
          new ListSource(
              "tier", raw, intervalMillis, MergeModel.of(List.of(input), true, intervalMillis)));
    }
    return sources;
  }
}
