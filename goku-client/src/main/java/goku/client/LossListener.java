package goku.client;

import org.jspecify.annotations.Nullable;

/// A listener for datapoints that do not reach Kafka. Called by threads of the application, of the
/// producer and of Kafka's client. Must be thread-safe and must not block.
@FunctionalInterface
public interface LossListener {
  /// The reason why datapoints were lost.
  enum Reason {
    /// The value is NaN or infinite.
    NOT_FINITE,
    /// The put line does not fit into a record, see [ProducerOptions#recordBytes()].
    TOO_LONG,
    /// The buffer is full, because Kafka is unavailable or too slow.
    BUFFER_FULL,
    /// Kafka rejected the record, or did not acknowledge it within its `delivery.timeout.ms`.
    NOT_DELIVERED,
    /// The producer was closed before Kafka acknowledged the datapoints.
    CLOSED
  }

  /// Reports a lost record or datapoint.
  ///
  /// @param datapoints the number of lost datapoints
  /// @param cause the exception of Kafka's client; null if there is none
  void lost(int datapoints, Reason reason, @Nullable Exception cause);
}
