package goku.shortterm.finalization;

import goku.index.SeriesIndex;
import goku.index.SeriesTable;
import goku.index.TermDictionary;
import goku.model.NameText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/// The series in the order of a bucket file: ascending by the bytes of their metric, then of their
/// tags one by one. Terms are numbered in that order, metrics before pairs. Created under a pin
/// that protects the slots. Owned by one thread.
final class SeriesNameOrder {
  private final List<byte[]> metrics;
  private final List<byte[]> pairs;

  /// The number in the file of each occurring term id of the shard.
  private final int[] numbers;

  private final SeriesTable series;
  private final int[] slots;

  /// The terms: those of series i are `names[starts[i]]` to `names[starts[i + 1] - 1]`.
  private final int[] names;

  private final int[] starts;

  /// The series, ascending.
  private final int[] order;

  SeriesNameOrder(SeriesIndex index, int[] slots) {
    this.series = index.series();
    this.slots = slots;
    TermDictionary terms = index.terms();
    var metricIds = new BitSet();
    var pairIds = new BitSet();
    int[] tags = new int[64];
    int total = 0;
    for (int slot : slots) {
      tags = tagsOf(slot, tags);
      int count = series.tagCount(slot);
      metricIds.set(series.metric(slot));
      for (int n = 0; n < count; n++) {
        pairIds.set(tags[n]);
      }
      total += count + 1;
    }
    numbers = new int[Math.max(metricIds.length(), pairIds.length())];
    metrics = number(terms, metricIds, 0);
    pairs = number(terms, pairIds, metrics.size());
    names = new int[total];
    starts = new int[slots.length + 1];
    fillNames();
    order = new int[slots.length];
    Arrays.setAll(order, i -> i);
    sort(order.clone(), order, 0, order.length);
  }

  List<byte[]> metrics() {
    return metrics;
  }

  List<byte[]> pairs() {
    return pairs;
  }

  int size() {
    return order.length;
  }

  /// Returns the slot of the n-th series.
  int slot(int n) {
    return slots[order[n]];
  }

  /// Writes the numbers of the n-th series' terms to the array, if it is long enough. Returns their
  /// count.
  int terms(int n, int[] into) {
    int from = starts[order[n]];
    int count = starts[order[n] + 1] - from;
    if (count <= into.length) {
      System.arraycopy(names, from, into, 0, count);
    }
    return count;
  }

  private List<byte[]> number(TermDictionary terms, BitSet ids, int first) {
    byte[][] texts = new byte[ids.length()][];
    ids.stream().forEach(id -> texts[id] = NameText.bytes(terms.text(id)));
    List<Integer> sorted =
        ids.stream().boxed().sorted((a, b) -> Arrays.compareUnsigned(texts[a], texts[b])).toList();
    List<byte[]> inOrder = new ArrayList<>(sorted.size());
    for (int id : sorted) {
      numbers[id] = first + inOrder.size();
      inOrder.add(texts[id]);
    }
    return inOrder;
  }

  private void fillNames() {
    int[] tags = new int[64];
    int at = 0;
    for (int i = 0; i < slots.length; i++) {
      starts[i] = at;
      names[at++] = numbers[series.metric(slots[i])];
      tags = tagsOf(slots[i], tags);
      int count = series.tagCount(slots[i]);
      for (int n = 0; n < count; n++) {
        names[at++] = numbers[tags[n]];
      }
    }
    starts[slots.length] = at;
  }

  private int[] tagsOf(int slot, int[] scratch) {
    int[] tags = scratch;
    int count = series.tags(slot, tags);
    if (count > tags.length) {
      tags = new int[count];
      series.tags(slot, tags);
    }
    return tags;
  }

  /// Sorts numbers of series by merging, without objects, because there may be millions. Both
  /// arrays have the same content at first.
  private void sort(int[] from, int[] to, int start, int end) {
    if (end - start < 2) {
      return;
    }
    int middle = (start + end) >>> 1;
    sort(to, from, start, middle);
    sort(to, from, middle, end);
    int left = start;
    int right = middle;
    for (int i = start; i < end; i++) {
      boolean takeLeft = right == end || (left < middle && compare(from[left], from[right]) <= 0);
      to[i] = takeLeft ? from[left++] : from[right++];
    }
  }

  private int compare(int a, int b) {
    return Arrays.compare(names, starts[a], starts[a + 1], names, starts[b], starts[b + 1]);
  }
}
