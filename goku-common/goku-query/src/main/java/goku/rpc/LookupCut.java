package goku.rpc;

import goku.model.Tag;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// The series that a lookup keeps while it visits all that match: at most twice its limit, or a few
/// thousand more, however many match. The result is that of `LookupQuery.cut` of all. Owned by one
/// thread.
final class LookupCut {
  /// The least number of series above the limit that are gathered before the next cut.
  private static final int GATHERED = 4096;

  private final LookupQuery query;
  private final FoundCharge charge;
  private final TreeSet<FoundSeries> kept = new TreeSet<>();

  /// The tags of distinct keys that the kept series showed at the last cut.
  private final Set<Tag> seen = new HashSet<>();

  /// The last of the kept series at the last cut, if that left as many as the limit.
  private @Nullable FoundSeries last;

  /// True if each kept series shows a value that none before it shows.
  private boolean allShow;

  LookupCut(LookupQuery query, FoundCharge charge) {
    this.query = query;
    this.charge = charge;
  }

  void add(FoundSeries series) {
    if (isBeyond(series) || !kept.add(series)) {
      return;
    }
    charge.holds(kept.size());
    // a cut costs as much as the limit, so that large limits are cut less often
    long most = (long) query.limit() + Math.max(GATHERED, query.limit());
    if (query.limit() > 0 && kept.size() >= most) {
      cut();
    }
  }

  /// Returns whether the series comes after the kept ones by every rule: a cut would drop it.
  private boolean isBeyond(FoundSeries series) {
    return last != null && (allShow || !shows(series)) && series.compareTo(last) > 0;
  }

  private boolean shows(FoundSeries series) {
    for (Tag tag : series.tags()) {
      if (query.distinctKeys().contains(tag.key()) && !seen.contains(tag)) {
        return true;
      }
    }
    return false;
  }

  private void cut() {
    List<FoundSeries> cut = query.cut(kept);
    kept.clear();
    kept.addAll(cut);
    seen.clear();
    allShow = true;
    for (FoundSeries series : cut) {
      allShow &= shows(series);
      seen.addAll(series.tags());
    }
    last = cut.getLast();
  }

  /// Returns the series, ascending and at most as many as the limit.
  List<FoundSeries> found() {
    return query.cut(kept);
  }
}
