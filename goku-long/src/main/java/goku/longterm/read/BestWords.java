package goku.longterm.read;

import goku.model.NameText;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/// A collector of the first offered names in byte order, each once. Owned by one thread.
final class BestWords {
  private final int max;
  private final TreeSet<byte[]> best = new TreeSet<>(Arrays::compareUnsigned);

  BestWords(int max) {
    this.max = max;
  }

  /// Returns false when the name, and so every later one, is not among the first.
  boolean offer(byte[] utf8) {
    if (best.size() >= max && (max == 0 || Arrays.compareUnsigned(utf8, best.last()) > 0)) {
      return false;
    }
    best.add(utf8);
    if (best.size() > max) {
      best.pollLast();
    }
    return true;
  }

  List<String> toList() {
    return best.stream().map(NameText::text).toList();
  }
}
