package goku.testkit;

import java.util.Properties;
import java.util.Random;
import java.util.function.Consumer;

/// The form of tests that exist in two: a short one for every build, and a long one with more work
/// and longer outages.
///
/// - `goku.long=true` selects the long form; the Maven profile `long` sets it
/// - `goku.seed` is the seed of all random choices of such tests; 1 if absent
public final class TestForm {
  private static final String LONG = "goku.long";
  private static final String SEED = "goku.seed";
  private static final String DEFAULT_SEED = "1";

  private TestForm() {}

  /// Tells whether this is the long form.
  public static boolean isLong() {
    return isLong(System.getProperties());
  }

  /// Returns the seed and prints the flags that repeat this run.
  public static long seed() {
    return seed(System.getProperties(), System.out::println);
  }

  /// Returns the seed, or a fresh one if absent, for tests whose long form searches for new
  /// failures. Prints the flags that repeat this run.
  public static long freshSeed() {
    return freshSeed(System.getProperties(), System.out::println);
  }

  static boolean isLong(Properties properties) {
    String text = properties.getProperty(LONG, "false");
    return switch (text) {
      case "true" -> true;
      case "false", "" -> false; // Maven passes an unset property as empty
      default ->
          throw new IllegalArgumentException(
              "cannot read %s=%s: not a boolean; use true or false".formatted(LONG, text));
    };
  }

  static long seed(Properties properties, Consumer<String> printer) {
    return seed(properties, DEFAULT_SEED, printer);
  }

  static long freshSeed(Properties properties, Consumer<String> printer) {
    String fresh = Integer.toString(new Random().nextInt(1, Integer.MAX_VALUE));
    return seed(properties, fresh, printer);
  }

  private static long seed(Properties properties, String byDefault, Consumer<String> printer) {
    String text = properties.getProperty(SEED, "");
    long seed;
    try {
      seed = Long.parseLong(text.isEmpty() ? byDefault : text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "cannot read %s=%s: not a number; use a whole number".formatted(SEED, text), e);
    }
    printer.accept("seed: -D%s=%d -D%s=%s".formatted(SEED, seed, LONG, isLong(properties)));
    return seed;
  }
}
