package goku.config;

import java.util.Collection;
import java.util.Comparator;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;

/// The guess of the intended name when a user mistypes one.
public final class Suggestion {
  // found by trial on our keys: with a lower limit, unrelated keys of similar length are suggested
  private static final double ALIKE = 0.82;

  private Suggestion() {}

  /// Returns the end of a message about an unknown name: `; did you mean 'x'?`, or all known names.
  public static String of(String typed, Collection<String> known) {
    var similarity = new JaroWinklerSimilarity();
    return known.stream()
        .max(Comparator.comparingDouble(name -> similarity.apply(typed, name)))
        .filter(name -> similarity.apply(typed, name) >= ALIKE)
        .map(name -> "; did you mean '" + name + "'?")
        .orElseGet(() -> "; known are " + String.join(", ", known));
  }
}
