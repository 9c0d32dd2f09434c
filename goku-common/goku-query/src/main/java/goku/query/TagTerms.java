package goku.query;

/// The term ids of the tags of one series at a time, in a reused array that grows as needed. Owned
/// by one thread.
public final class TagTerms {
  private final SeriesSelection selection;
  private int[] ids = new int[16];
  private int count;

  public TagTerms(SeriesSelection selection) {
    this.selection = selection;
  }

  /// Replaces the tags by those of the series.
  public void load(int position) {
    count = selection.tagTerms(position, ids);
    if (count > ids.length) {
      ids = new int[count];
      count = selection.tagTerms(position, ids);
    }
  }

  public int count() {
    return count;
  }

  /// Returns the term id of the n-th tag. Tags ascend by key.
  public int get(int n) {
    return ids[n];
  }
}
