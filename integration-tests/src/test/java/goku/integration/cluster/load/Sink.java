package goku.integration.cluster.load;

/// A way for datapoints to go.
public interface Sink extends AutoCloseable {
  /// Returns when all are acknowledged; of those that it failed with, each may be stored or not.
  ///
  /// @param toStep exclusive
  void send(KnownSeries series, int fromStep, int toStep) throws Exception;

  @Override
  void close();
}
