package goku.query.merge;

import goku.query.aggregator.Aggregator;

/// A group whose sum or product exceeds the range of a double. No part of the group can be
/// answered.
public final class BeyondDoubleException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BeyondDoubleException(Aggregator aggregator, long timestampMillis) {
    super(
        "cannot answer %s of the group at %d: beyond the range of a double (1.8e308)"
            .formatted(aggregator.text(), timestampMillis));
  }
}
