package goku.ingest.routing;

/// The topic of a namespace is not there yet, because Kafka cannot be reached: the datapoint can be
/// sent nowhere else, so it has to be sent again.
public final class NoTopicException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoTopicException(String message) {
    super(message);
  }
}
