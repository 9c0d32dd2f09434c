package goku.rollout;

/// A request that the Kubernetes API did not answer as wanted. The message says what to do.
final class KubernetesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  KubernetesException(String message) {
    super(message);
  }

  KubernetesException(String message, Throwable cause) {
    super(message, cause);
  }
}
