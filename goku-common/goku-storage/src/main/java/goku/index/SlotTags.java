package goku.index;

/// The tags of one series at a time, in a reused array. Owned by one query.
final class SlotTags {
  private final SeriesTable series;
  private int[] terms = new int[16];
  private int count;

  SlotTags(SeriesTable series) {
    this.series = series;
  }

  void read(int slot) {
    count = series.tags(slot, terms);
    if (count > terms.length) {
      terms = new int[count];
      series.tags(slot, terms);
    }
  }

  int count() {
    return count;
  }

  int term(int n) {
    return terms[n];
  }
}
