package goku.compactor.job;

/// An exception for an output that has fewer datapoints than the bucket that it would replace,
/// which no delete and no blocked metric explains. The output is not published.
public final class PoorerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  PoorerException(String message) {
    super(message);
  }
}
