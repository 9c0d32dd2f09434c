package goku.index;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import goku.model.SeriesFilter;
import java.util.List;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/// A series goes from the new ones into the postings while it is searched for: it is in one of them
/// or in both, and found once.
@JCStressTest
@Outcome(
    id = {"0, 0", "0, 1", "1, 1"},
    expect = ACCEPTABLE,
    desc = "Found from some time on.")
@Outcome(id = "1, 0", expect = FORBIDDEN, desc = "Found, and then in neither of them.")
@Outcome(expect = FORBIDDEN, desc = "Found more than once.")
@State
public class SettleStress {
  private final StressedIndex.Series added = StressedIndex.series();
  private final SeriesFilter filter = new SeriesFilter(added.metric, List.of(), false);

  @Actor
  public void addAndSettle() {
    added.add();
    added.index.settle();
  }

  @Actor
  public void searchTwice(II_Result result) {
    SeriesIndex index = added.index;
    result.r1 = index.search(filter).length;
    result.r2 = index.search(filter).length;
  }
}
