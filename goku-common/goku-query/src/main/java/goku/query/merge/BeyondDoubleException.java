package goku.query.merge;

import goku.query.aggregator.Aggregator;

/// The values of a group add or multiply to more than a double can hold; no part of the group can
/// be answered.
public final class BeyondDoubleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BeyondDoubleException(Aggregator aggregator, long timestampMillis) {
    super(
        "%s of the group at %d is beyond the range of a double (1.8e308)"
            .formatted(aggregator.text(), timestampMillis));
  }
}
