package goku.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/// The first names of several lists together, distinct and in the order of their UTF-8 bytes.
public final class SortedNames {
  private static final Comparator<String> BY_BYTES =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  private final TreeSet<String> names = new TreeSet<>(BY_BYTES);
  private final int max;

  public SortedNames(int max) {
    this.max = max;
  }

  public void addAll(Collection<String> more) {
    names.addAll(more);
    while (names.size() > max) {
      names.pollLast();
    }
  }

  public List<String> toList() {
    return List.copyOf(names);
  }
}
