package goku.client;

import org.jspecify.annotations.Nullable;

/// Hears of datapoints that will not come to Kafka. Called by the threads of the application, of
/// the producer and of Kafka's client; must be thread-safe, and must not block.
@FunctionalInterface
public interface LossListener {
  /// Why datapoints were lost.
  enum Reason {
    /// The value is no number, or infinite.
    NOT_FINITE,
    /// The put line does not fit into a record, see [ProducerOptions#recordBytes()].
    TOO_LONG,
    /// Kafka takes less than is sent, or is away: the buffer is full.
    BUFFER_FULL,
    /// Kafka refused the record, or did not take it within its `delivery.timeout.ms`.
    NOT_DELIVERED,
    /// The producer was closed before Kafka took them.
    CLOSED
  }

  /// Told for each record or datapoint that is lost.
  ///
  /// @param datapoints how many
  /// @param cause what Kafka's client said; null if nothing
  void lost(int datapoints, Reason reason, @Nullable Exception cause);
}
