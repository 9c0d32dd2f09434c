package goku.shortterm.bucket;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The series that were removed from a part after it was sealed. The file that is made of the part
/// still gets them, because the decision about the file comes before their removal in the log, and
/// all replicas must write the same file. Readers do not find them.
///
/// Changed by the writer, read by any thread.
final class HiddenSeries {
  static final int NONE = 0;

  private final Map<Integer, Integer> values = new ConcurrentHashMap<>();

  void add(int slot, int value) {
    values.put(slot, value);
  }

  /// Returns the value of a series; `NONE` for a series that is not hidden.
  int value(int slot) {
    return values.isEmpty() ? NONE : values.getOrDefault(slot, NONE);
  }

  boolean isEmpty() {
    return values.isEmpty();
  }

  Set<Integer> slots() {
    return values.keySet();
  }
}
