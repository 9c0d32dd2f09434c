package goku.query.aggregator;

/// The properties of a reduction that are known without calculating.
record Traits(Composition composition, OneValue oneValue, Order order) {
  /// The result for a single value.
  enum OneValue {
    /// The value, or 0.0 for -0.0.
    KEPT,
    CHANGED
  }

  /// The effect of the values' order on the result, even in the last bits only.
  enum Order {
    IRRELEVANT,
    RELEVANT
  }
}
