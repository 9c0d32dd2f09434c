package goku.model;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// A value that is replaced as a whole while the process runs. Thread-safe: readers get the current
/// value once and use it without waiting. Replacements happen one after the other.
public final class Live<T> {
  private final List<Consumer<? super T>> followers = new ArrayList<>();
  private volatile T current;

  public Live(T first) {
    current = first;
  }

  public T current() {
    return current;
  }

  /// Sets the current value and calls all followers on this thread, in the order in which they were
  /// added. Returns when all have been called.
  public synchronized void replace(T next) {
    current = next;
    followers.forEach(follower -> follower.accept(next));
  }

  /// Calls the follower with every later value. It must not throw, and should not take long.
  public synchronized void follow(Consumer<? super T> follower) {
    followers.add(follower);
  }
}
