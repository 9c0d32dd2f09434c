package goku.rpc;

import org.jspecify.annotations.Nullable;

/// A node that gave no answer: it is gone, unreachable, too slow, or failed during the call.
/// Another replica of its shards may answer.
public final class NodeUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String address;

  /// @param address `host:port` of the node
  /// @param reason a description for people, as a predicate of the node: "did not answer"
  public NodeUnavailableException(String address, String reason, @Nullable Throwable cause) {
    super("node %s %s".formatted(address, reason), cause);
    this.address = address;
  }

  public String address() {
    return address;
  }
}
