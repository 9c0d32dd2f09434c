package goku.rpc;

import org.jspecify.annotations.Nullable;

/// A node did not answer, or could not: it is gone, cannot be reached, was too slow, or failed at
/// the call. Another replica of its shards may answer.
public final class NodeUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String address;

  /// @param address `host:port` of the node
  /// @param reason what happened, for people
  public NodeUnavailableException(String address, String reason, @Nullable Throwable cause) {
    super("node %s %s".formatted(address, reason), cause);
    this.address = address;
  }

  public String address() {
    return address;
  }
}
