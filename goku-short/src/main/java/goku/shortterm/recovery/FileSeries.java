package goku.shortterm.recovery;

import goku.shortterm.bucket.FinalizedPart;
import java.util.Arrays;

/// The series of a bucket file that was loaded, in the file's order. That is the order of the names
/// in all files, so the series of the next file mostly are the same ones again: comparing a name
/// with the one that is to be expected reads memory in a row, where looking a hash up waits for
/// three places of it.
final class FileSeries {
  static final int NONE = -1;

  private final FinalizedPart part;
  private final int[] slots;

  /// The terms of entry i, the metric first, are `names[ends[i - 1]]` to before `names[ends[i]]`.
  private int[] names;

  private final int[] ends;

  /// The entry that is to be expected next.
  private int next;

  FileSeries(FinalizedPart part) {
    this.part = part;
    slots = new int[part.file().seriesCount()];
    Arrays.fill(slots, NONE);
    ends = new int[slots.length];
    names = new int[slots.length * 8];
  }

  /// Notes an entry; called for all of them in order.
  ///
  /// @param slot `NONE` when the shard does not have the series
  void add(int entry, int slot, int metric, int[] pairs, int count) {
    int at = entry == 0 ? 0 : ends[entry - 1];
    int end = at + 1 + count;
    if (end > names.length) {
      names = Arrays.copyOf(names, Math.max(names.length * 2, end));
    }
    names[at] = metric;
    System.arraycopy(pairs, 0, names, at + 1, count);
    ends[entry] = end;
    slots[entry] = slot;
  }

  /// The slot of the series if it is the one that is to be expected next, else `NONE`.
  int slotIfNext(int metric, int[] pairs, int count) {
    if (next == slots.length) {
      return NONE;
    }
    int at = next == 0 ? 0 : ends[next - 1];
    boolean equal =
        names[at] == metric && Arrays.equals(names, at + 1, ends[next], pairs, 0, count);
    return equal ? slots[next++] : NONE;
  }

  /// What follows the series is to be expected next, if the file has it.
  void goOnBehind(int slot) {
    int entry = part.entryOf(slot);
    if (entry != NONE) {
      next = entry + 1;
    }
  }
}
