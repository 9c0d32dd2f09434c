package goku.query;

/// The term ids of the tags of one series at a time, in an array that is used again for the next
/// and grows as needed. Owned by one thread.
public final class TagTerms {
  private final SeriesSelection selection;
  private int[] ids = new int[16];
  private int count;

  public TagTerms(SeriesSelection selection) {
    this.selection = selection;
  }

  /// Takes the tags of the series in place of those before.
  public void load(int position) {
    count = selection.tagTerms(position, ids);
    if (count > ids.length) {
      ids = new int[count];
      count = selection.tagTerms(position, ids);
    }
  }

  /// The number of tags.
  public int count() {
    return count;
  }

  /// The term id of the n-th tag; tags ascend by key.
  public int get(int n) {
    return ids[n];
  }
}
