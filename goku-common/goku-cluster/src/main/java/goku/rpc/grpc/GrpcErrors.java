package goku.rpc.grpc;

import goku.query.control.QueryStoppedException;
import goku.query.partial.MisalignedException;
import goku.rpc.NodeUnavailableException;
import goku.rpc.ShardUnavailableException;
import goku.rpc.wire.WireException;
import io.grpc.Metadata;
import io.grpc.Status;
import org.jspecify.annotations.Nullable;

/// The conversion of errors to gRPC and back. Errors that a caller distinguishes carry their kind
/// in the trailers. All others mean that the node is unavailable.
final class GrpcErrors {
  /// The key of the error's kind: `shard`, `misaligned`, or the reason of a
  /// `QueryStoppedException`.
  private static final Metadata.Key<String> KIND =
      Metadata.Key.of("goku-failure", Metadata.ASCII_STRING_MARSHALLER);

  private static final String SHARD = "shard";
  private static final String MISALIGNED = "misaligned";

  /// The largest message in characters, well below the header limit of clients.
  private static final int MAX_MESSAGE = 2000;

  private GrpcErrors() {}

  /// The outcome of a call on the node, and its report to the client.
  record Told(String outcome, Status status, Metadata trailers) {}

  static Told tell(Throwable failure) {
    return switch (failure) {
      case QueryStoppedException stopped ->
          told("stopped", stopped.reason().name(), failure.getMessage());
      case ShardUnavailableException missing -> told("unavailable", SHARD, missing.shard());
      case MisalignedException misaligned ->
          told("misaligned", MISALIGNED, misaligned.getMessage());
      case InterruptedException given ->
          plain("cancelled", Status.CANCELLED, "the call was cancelled");
      case WireException foreign ->
          plain("foreign", Status.UNIMPLEMENTED, String.valueOf(foreign.getMessage()));
      default -> plain("failed", Status.INTERNAL, failure.toString());
    };
  }

  private static Told told(String outcome, String kind, @Nullable String message) {
    var trailers = new Metadata();
    trailers.put(KIND, kind);
    return new Told(outcome, Status.ABORTED.withDescription(cut(message)), trailers);
  }

  private static Told plain(String outcome, Status status, String message) {
    return new Told(outcome, status.withDescription(cut(message)), new Metadata());
  }

  private static @Nullable String cut(@Nullable String message) {
    return message == null || message.length() <= MAX_MESSAGE
        ? message
        : message.substring(0, MAX_MESSAGE);
  }

  /// Returns the exception for a failed call.
  static RuntimeException heard(String address, Status status, @Nullable Metadata trailers) {
    String kind = trailers == null ? null : trailers.get(KIND);
    String message = String.valueOf(status.getDescription());
    return switch (kind) {
      case SHARD -> new ShardUnavailableException(message);
      case MISALIGNED -> new MisalignedException(message);
      case null -> new NodeUnavailableException(address, reason(status), status.getCause());
      default -> stopped(address, kind, message);
    };
  }

  private static RuntimeException stopped(String address, String kind, String message) {
    for (QueryStoppedException.Reason reason : QueryStoppedException.Reason.values()) {
      if (reason.name().equals(kind)) {
        return new QueryStoppedException(reason, message);
      }
    }
    return new NodeUnavailableException(address, "failed: " + message, null);
  }

  private static String reason(Status status) {
    String message = status.getDescription();
    Throwable cause = status.getCause();
    String detail = (message == null ? "" : message) + (cause == null ? "" : " (" + cause + ")");
    return switch (status.getCode()) {
      case UNAVAILABLE -> "cannot be reached: " + detail;
      case DEADLINE_EXCEEDED -> "did not answer in time: " + detail;
      case UNIMPLEMENTED -> "runs an incompatible version: " + detail;
      case INTERNAL, UNKNOWN -> "failed; see its log: " + detail;
      default -> "ended the call: %s %s".formatted(status.getCode(), detail);
    };
  }
}
