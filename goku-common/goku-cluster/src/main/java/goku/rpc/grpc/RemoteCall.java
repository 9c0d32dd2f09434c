package goku.rpc.grpc;

import com.google.protobuf.MessageLite;
import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.Kind;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A call of a node whose answer is received as a whole. It is charged to the request for which the
/// calling thread works, until that request ends.
final class RemoteCall<P extends MessageLite> extends ClientCall.Listener<P> {
  /// The heap of a received message and of the objects made of it, as a multiple of its bytes.
  private static final long HEAP_FACTOR = 4;

  private final String address;
  private final @Nullable Account account = Account.current();
  private final List<P> parts = new ArrayList<>();
  private final CompletableFuture<List<P>> answer = new CompletableFuture<>();

  private RemoteCall(String address) {
    this.address = address;
  }

  /// Calls the node and returns the messages of the answer. An interrupt ends the call.
  static <Q, P extends MessageLite> List<P> of(
      String address, Channel channel, MethodDescriptor<Q, P> method, Q request, Duration timeout)
      throws InterruptedException {
    var listener = new RemoteCall<P>(address);
    ClientCall<Q, P> call =
        channel.newCall(
            method, CallOptions.DEFAULT.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS));
    call.start(listener, CallOwner.headers());
    call.request(Integer.MAX_VALUE);
    call.sendMessage(request);
    call.halfClose();
    try {
      return listener.answer.get();
    } catch (InterruptedException e) {
      call.cancel("the calling thread was interrupted", e);
      throw e;
    } catch (ExecutionException e) {
      call.cancel("the answer is not read", e.getCause());
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void onMessage(P part) {
    if (answer.isDone()) {
      return;
    }
    try {
      if (account != null) {
        account.hold(Kind.QUERIES, HEAP_FACTOR * part.getSerializedSize());
      }
      parts.add(part);
    } catch (BudgetExceededException full) {
      parts.clear();
      answer.completeExceptionally(full);
    }
  }

  @Override
  public void onClose(Status status, @Nullable Metadata trailers) {
    if (status.isOk()) {
      answer.complete(parts);
    } else {
      answer.completeExceptionally(GrpcErrors.heard(address, status, trailers));
    }
  }
}
