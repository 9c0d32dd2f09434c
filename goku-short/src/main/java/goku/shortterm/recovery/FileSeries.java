package goku.shortterm.recovery;

import goku.shortterm.bucket.FinalizedPart;
import java.util.Arrays;

/// The series of a loaded bucket file, in the file's order. That is the order of names in all
/// files, so the next file mostly has the same series. Comparing a name with the expected one reads
/// contiguous memory, where a lookup of a hash waits for three places of it.
final class FileSeries {
  static final int NONE = -1;

  private final FinalizedPart part;
  private final int[] slots;

  /// The terms: those of entry i, with the metric first, are `names[ends[i - 1]]` to before
  /// `names[ends[i]]`.
  private int[] names;

  private final int[] ends;

  /// The entry that is expected next.
  private int next;

  FileSeries(FinalizedPart part) {
    this.part = part;
    slots = new int[part.file().seriesCount()];
    Arrays.fill(slots, NONE);
    ends = new int[slots.length];
    names = new int[slots.length * 8];
  }

  /// Adds an entry. Called for all of them in order.
  ///
  /// @param slot `NONE` if the shard does not have the series
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

  /// Returns the slot of the series if it is the expected one, otherwise `NONE`.
  int slotIfNext(int metric, int[] pairs, int count) {
    if (next == slots.length) {
      return NONE;
    }
    int at = next == 0 ? 0 : ends[next - 1];
    boolean equal =
        names[at] == metric && Arrays.equals(names, at + 1, ends[next], pairs, 0, count);
    return equal ? slots[next++] : NONE;
  }

  /// Expects the entry after this series next, if the file has it.
  void goOnBehind(int slot) {
    int entry = part.entryOf(slot);
    if (entry != NONE) {
      next = entry + 1;
    }
  }
}
