package goku.ingest.routing;

/// The error that the topic of a namespace does not exist yet because Kafka cannot be reached. The
/// client has to send the datapoint again.
public final class NoTopicException extends RuntimeException {
  private static final long serialVersionUID = 1;

  NoTopicException(String message) {
    super(message);
  }
}
