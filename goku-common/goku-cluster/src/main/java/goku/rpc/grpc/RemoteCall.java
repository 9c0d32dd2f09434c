package goku.rpc.grpc;

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

/// A call of a node whose answer is received as a whole.
final class RemoteCall<P> extends ClientCall.Listener<P> {
  private final String address;
  private final List<P> parts = new ArrayList<>();
  private final CompletableFuture<List<P>> answer = new CompletableFuture<>();

  private RemoteCall(String address) {
    this.address = address;
  }

  /// Calls the node and returns the messages of the answer. An interrupt ends the call.
  static <Q, P> List<P> of(
      String address, Channel channel, MethodDescriptor<Q, P> method, Q request, Duration timeout)
      throws InterruptedException {
    var listener = new RemoteCall<P>(address);
    ClientCall<Q, P> call =
        channel.newCall(
            method, CallOptions.DEFAULT.withDeadlineAfter(timeout.toNanos(), TimeUnit.NANOSECONDS));
    call.start(listener, new Metadata());
    call.request(Integer.MAX_VALUE);
    call.sendMessage(request);
    call.halfClose();
    try {
      return listener.answer.get();
    } catch (InterruptedException e) {
      call.cancel("the calling thread was interrupted", e);
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException failure
          ? failure
          : new IllegalStateException(e.getCause());
    }
  }

  @Override
  public void onMessage(P part) {
    parts.add(part);
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
