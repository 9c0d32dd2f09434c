package goku.root.conformance.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/// A comparison of lists in unspecified order.
final class Pairing {
  private Pairing() {}

  /// Finds an equal element for each wanted one. Otherwise throws the first mismatch.
  static <T> void of(List<T> want, List<T> got, BiConsumer<T, T> comparison) {
    List<T> left = new ArrayList<>(got);
    for (T wanted : want) {
      Mismatch first = null;
      boolean paired = false;
      for (int i = 0; i < left.size() && !paired; i++) {
        Mismatch mismatch = mismatch(wanted, left.get(i), comparison);
        if (mismatch == null) {
          left.remove(i);
          paired = true;
        } else if (first == null) {
          first = mismatch;
        }
      }
      if (!paired && first != null) {
        throw first;
      }
      Mismatch.unless(paired, "too few");
    }
  }

  private static <T> @Nullable Mismatch mismatch(T a, T b, BiConsumer<T, T> comparison) {
    try {
      comparison.accept(a, b);
      return null;
    } catch (Mismatch e) {
      return e;
    }
  }
}
