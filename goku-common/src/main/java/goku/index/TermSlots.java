package goku.index;

import java.util.Arrays;

/// The slots of each term that some series have, for changing the postings in bulk. Series are
/// counted by term and then put in their places, which takes a tenth of the time of a sort.
final class TermSlots {
  @FunctionalInterface
  interface Action {
    /// The term's slots are `slots[from]` to before `slots[to]`, ascending.
    void accept(int term, int[] slots, int from, int to);
  }

  private final SeriesTable series;
  private final int[] slots;
  private final LocalTerms terms = new LocalTerms();

  /// The local numbers of the terms of all series, one series after the other.
  private int[] numbers;

  /// Where the numbers of each series end.
  private final int[] ends;

  private TermSlots(SeriesTable series, int[] slots) {
    this.series = series;
    this.slots = slots;
    numbers = new int[slots.length * 12];
    ends = new int[slots.length];
  }

  /// The list of all series is one of their terms.
  ///
  /// @param slots ascending
  static void forEach(SeriesTable series, int[] slots, Action action) {
    if (slots.length > 0) {
      action.accept(TermDictionary.ALL_SERIES, slots, 0, slots.length);
      new TermSlots(series, slots).forEach(action);
    }
  }

  private void forEach(Action action) {
    int[] starts = count();
    int[] sorted = new int[starts[starts.length - 1]];
    int[] next = starts.clone();
    int at = 0;
    for (int i = 0; i < slots.length; i++) {
      for (; at < ends[i]; at++) {
        sorted[next[numbers[at]]++] = slots[i];
      }
    }
    for (int number = 0; number < terms.size(); number++) {
      action.accept(terms.term(number), sorted, starts[number], starts[number + 1]);
    }
  }

  /// Where the slots of each term begin.
  private int[] count() {
    int[] counts = new int[1024];
    var tags = new SlotTags(series);
    int size = 0;
    for (int i = 0; i < slots.length; i++) {
      tags.read(slots[i]);
      int count = tags.count();
      if (size + count + 1 > numbers.length) {
        numbers = Arrays.copyOf(numbers, Math.max(numbers.length * 2, size + count + 1));
      }
      for (int n = -1; n < count; n++) {
        int number = terms.number(n < 0 ? series.metric(slots[i]) : tags.term(n));
        if (number >= counts.length) {
          counts = Arrays.copyOf(counts, counts.length * 2);
        }
        counts[number]++;
        numbers[size++] = number;
      }
      ends[i] = size;
    }
    int[] starts = new int[terms.size() + 1];
    for (int number = 0; number < terms.size(); number++) {
      starts[number + 1] = starts[number] + counts[number];
    }
    return starts;
  }

  /// Small numbers for the terms that were met, in that order.
  private static final class LocalTerms {
    private int[] terms = new int[1024];
    private int size;

    /// Term << 32 | number, at a place that the term decides; 0 where there is none.
    private long[] places = new long[2048];

    int number(int term) {
      for (int i = home(term); ; i = (i + 1) & (places.length - 1)) {
        long place = places[i];
        if ((int) (place >>> 32) == term) {
          return (int) place;
        }
        if (place == 0) {
          return add(term, i);
        }
      }
    }

    int size() {
      return size;
    }

    int term(int number) {
      return terms[number];
    }

    private int add(int term, int place) {
      if (size == terms.length) {
        terms = Arrays.copyOf(terms, size * 2);
        places = new long[size * 4];
        for (int number = 0; number < size; number++) {
          place(terms[number], number, home(terms[number]));
        }
        terms[size] = term;
        place(term, size, home(term));
      } else {
        terms[size] = term;
        places[place] = ((long) term << 32) | size;
      }
      return size++;
    }

    private void place(int term, int number, int from) {
      int i = from;
      while (places[i] != 0) {
        i = (i + 1) & (places.length - 1);
      }
      places[i] = ((long) term << 32) | number;
    }

    private int home(int term) {
      return (term * 0x9E3779B1) >>> Integer.numberOfLeadingZeros(places.length - 1);
    }
  }
}
