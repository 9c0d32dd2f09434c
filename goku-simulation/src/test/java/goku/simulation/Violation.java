package goku.simulation;

/// A broken promise of the product.
final class Violation extends AssertionError {
  private static final long serialVersionUID = 1L;

  Violation(String message) {
    super(message);
  }
}
