package goku.index;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import goku.model.SeriesFilter;
import java.util.Set;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/// A series that is found by its hash while it is added has its record and its names.
@JCStressTest
@Outcome(id = "0", expect = ACCEPTABLE, desc = "Not there yet.")
@Outcome(id = "1", expect = ACCEPTABLE, desc = "Found with its record.")
@Outcome(expect = FORBIDDEN, desc = "Found without its record, or more than once.")
@State
public class ForwardIndexStress {
  private final StressedIndex.Series added = StressedIndex.series();
  private final SeriesFilter filter = SeriesFilter.ofNameHashes(Set.of(added.hash));

  @Actor
  public void add() {
    added.add();
  }

  @Actor
  public void find(I_Result result) {
    SeriesIndex index = added.index;
    int[] found = index.search(filter);
    result.r1 = found.length;
    for (int slot : found) {
      int metric = index.terms().find(TermKind.METRIC, added.metric);
      int pair = index.terms().findPair("dc", "east");
      SeriesTable series = index.series();
      if (metric == TermDictionary.NONE
          || series.metric(slot) != metric
          || series.tagCount(slot) != 1
          || series.tag(slot, 0) != pair) {
        result.r1 = -1;
      }
    }
  }
}
