package goku.query.partial;

import goku.model.Tag;
import goku.query.SeriesPartial;
import goku.query.histogram.HistogramSums;
import goku.query.partial.Contribution.Accumulated;
import goku.query.partial.Contribution.Members;
import goku.query.partial.Contribution.Summed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The union of the parts of one group. Owned by one thread.
final class GroupFold {
  private final GroupPartial first;
  private final LongConsumer growth;
  private GroupTags tags;
  private final List<List<Tag>> members;
  private final List<SeriesPartial> series = new ArrayList<>();
  private @Nullable Accumulator state;
  private @Nullable HistogramSums sums;

  /// @param growth called with the bytes by which merged sums of histograms grow, before they do
  GroupFold(GroupPartial first, LongConsumer growth) {
    this.first = first;
    this.growth = growth;
    tags = first.tags();
    members = new ArrayList<>(first.members());
    take(first.contribution());
  }

  GroupKey key() {
    return first.key();
  }

  void add(GroupPartial part) {
    tags = tags.with(part.tags());
    members.addAll(part.members());
    take(part.contribution());
  }

  private void take(Contribution contribution) {
    switch (contribution) {
      case Members(List<SeriesPartial> more) -> series.addAll(more);
      case Accumulated(Accumulator more) -> {
        if (state == null) {
          state = more;
        } else {
          require(state.merge(more));
        }
      }
      case Summed(HistogramSums more) -> {
        if (sums == null) {
          sums = more;
        } else {
          sums.merge(more, growth);
        }
      }
    }
  }

  /// Returns the union of the parts. States and series of one group become one state.
  GroupPartial result() {
    if (sums != null) {
      return new GroupPartial(key(), tags, members, new Summed(sums));
    }
    if (state == null) {
      return new GroupPartial(key(), tags, members, new Members(series));
    }
    for (SeriesPartial one : series) {
      require(state.add(one.points(), one.integers()));
    }
    return new GroupPartial(key(), tags, members, new Accumulated(state));
  }

  private void require(boolean fits) {
    if (!fits) {
      throw new MisalignedException(key());
    }
  }
}
