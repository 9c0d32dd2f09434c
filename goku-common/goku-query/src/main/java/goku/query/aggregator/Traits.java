package goku.query.aggregator;

/// What is known of a reduction without calculating.
record Traits(Composition composition, OneValue oneValue, Order order) {
  /// The result over a single value.
  enum OneValue {
    /// The value, or 0.0 for -0.0.
    KEPT,
    CHANGED
  }

  /// The effect of the order of the values on the result, be it in the last bits only.
  enum Order {
    IRRELEVANT,
    RELEVANT
  }
}
