package goku.root.conformance.comparison;

/// A difference between an answer and the recorded one.
final class Mismatch extends AssertionError {
  private static final long serialVersionUID = 1L;
  private static final int SHOWN = 400;

  private Mismatch(String message) {
    super(message);
  }

  @SuppressWarnings("AnnotateFormatMethod") // would need a library for one annotation
  static void unless(boolean condition, String message, Object... arguments) {
    if (!condition) {
      throw new Mismatch(shown(message.formatted(arguments)));
    }
  }

  private static String shown(String text) {
    return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "..";
  }
}
