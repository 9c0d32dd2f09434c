package goku.index;

import java.util.Arrays;

/// The slots by term of some series, for bulk changes of the postings. A counting sort by term
/// takes a tenth of the time of a comparison sort.
final class TermSlots {
  private final SeriesTable series;
  private final int[] slots;
  private final LocalTerms terms = new LocalTerms();

  /// The local numbers of the terms of all series, one series after the other.
  private int[] numbers;

  /// The end index of the numbers of each series.
  private final int[] ends;

  /// The slots by term. `starts` has the start index of each local number.
  private final int[] sorted;

  private final int[] starts;

  /// @param slots slots of the series, ascending
  TermSlots(SeriesTable series, int[] slots) {
    this.series = series;
    this.slots = slots;
    numbers = new int[slots.length * 12];
    ends = new int[slots.length];
    starts = count();
    sorted = sort();
  }

  /// Returns the number of terms.
  int size() {
    return terms.size();
  }

  int term(int n) {
    return terms.term(n);
  }

  /// Returns the slots by term. Those of the n-th term are ascending, from index `from(n)` to
  /// `to(n) - 1`.
  int[] sorted() {
    return sorted;
  }

  int from(int n) {
    return starts[n];
  }

  int to(int n) {
    return starts[n + 1];
  }

  /// Returns all slots, ascending.
  int[] slots() {
    return slots;
  }

  private int[] sort() {
    int[] all = new int[starts[starts.length - 1]];
    int[] next = starts.clone();
    int at = 0;
    for (int i = 0; i < slots.length; i++) {
      for (; at < ends[i]; at++) {
        all[next[numbers[at]]++] = slots[i];
      }
    }
    return all;
  }

  /// Counts the slots of each term and returns the start indexes.
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

  /// Small numbers for terms, in the order of their first appearance.
  private static final class LocalTerms {
    private int[] terms = new int[1024];
    private int size;

    /// Entries `term << 32 | number` of a hash table by term; 0 for an empty entry.
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
