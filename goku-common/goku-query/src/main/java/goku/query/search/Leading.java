package goku.query.search;

import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// The first elements in their order among those offered, at most a fixed number. Not thread-safe.
final class Leading<T extends Comparable<T>> {
  private final int most;

  /// The elements, of which the last in their order is the head.
  private final PriorityQueue<T> lastFirst = new PriorityQueue<>(Collections.reverseOrder());

  /// @param most the number of elements to keep, at least one
  Leading(int most) {
    this.most = most;
  }

  void offer(T element) {
    lastFirst.add(element);
    if (lastFirst.size() > most) {
      lastFirst.remove();
    }
  }

  /// Returns the element that the next better one replaces; null while there is room.
  @Nullable T last() {
    return lastFirst.size() < most ? null : lastFirst.peek();
  }

  /// Returns the elements in their order.
  List<T> toList() {
    return lastFirst.stream().sorted().toList();
  }
}
