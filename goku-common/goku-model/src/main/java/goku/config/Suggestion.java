package goku.config;

import java.util.Collection;
import java.util.Comparator;
import org.apache.commons.text.similarity.JaroWinklerSimilarity;

/// Guesses what somebody meant who mistyped a name.
public final class Suggestion {
  // found by trial on our keys: below it, unrelated keys of similar length come up
  private static final double ALIKE = 0.82;

  private Suggestion() {}

  /// The end of a message about the unknown name: `; did you mean 'x'?`, or what there is.
  public static String of(String typed, Collection<String> known) {
    var similarity = new JaroWinklerSimilarity();
    return known.stream()
        .max(Comparator.comparingDouble(name -> similarity.apply(typed, name)))
        .filter(name -> similarity.apply(typed, name) >= ALIKE)
        .map(name -> "; did you mean '" + name + "'?")
        .orElseGet(() -> "; known are " + String.join(", ", known));
  }
}
