package goku.rpc;

import org.jspecify.annotations.Nullable;

/// A node could not be asked, or broke off its answer. Another replica may know better, and trying
/// again later can help.
public final class NodeUnavailableException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /// @param address `host:port` of the node, or its name
  /// @param what happened
  public NodeUnavailableException(String address, String what, @Nullable Throwable cause) {
    super("node %s is not available: %s".formatted(address, what), cause);
  }
}
