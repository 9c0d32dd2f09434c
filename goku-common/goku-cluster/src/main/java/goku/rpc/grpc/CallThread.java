package goku.rpc.grpc;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.Status;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A handler that runs each call of one method on its own thread.
final class CallThread<Q, P> implements ServerCallHandler<Q, P> {
  private static final Logger LOG = LoggerFactory.getLogger(CallThread.class);

  private final Answer<Q, P> answer;
  private final Executor threads;
  private final RpcMetrics metrics;

  CallThread(Answer<Q, P> answer, Executor threads, RpcMetrics metrics) {
    this.answer = answer;
    this.threads = threads;
    this.metrics = metrics;
  }

  /// The implementation of a method.
  @FunctionalInterface
  interface Answer<Q, P> {
    void give(Q request, Outgoing<Q, P> out) throws InterruptedException;

    /// Handles a later message of the client. Runs on the connection's thread, so must be quick.
    default void hear(Q message, Outgoing<Q, P> out) {}
  }

  @Override
  public ServerCall.Listener<Q> startCall(ServerCall<Q, P> call, Metadata headers) {
    call.request(Integer.MAX_VALUE);
    return new Running(call, CallOwner.of(headers));
  }

  private final class Running extends ServerCall.Listener<Q> {
    private final ServerCall<Q, P> call;
    private final Outgoing<Q, P> out;
    private final long startNanos = System.nanoTime();
    private boolean started;

    Running(ServerCall<Q, P> call, String owner) {
      this.call = call;
      out = new Outgoing<>(call, owner);
    }

    @Override
    public void onMessage(Q message) {
      if (started) {
        answer.hear(message, out);
      } else {
        started = true;
        threads.execute(() -> run(message));
      }
    }

    @Override
    public void onReady() {
      out.ready();
    }

    @Override
    public void onCancel() {
      out.cancel();
    }

    private void run(Q request) {
      metrics.began();
      Throwable failure = null;
      try {
        out.begin();
        call.sendHeaders(new Metadata());
        answer.give(request, out);
      } catch (Throwable e) { // every failure is reported to the client
        failure = e;
      } finally {
        out.end();
      }
      end(failure);
    }

    private void end(@Nullable Throwable failure) {
      String method = String.valueOf(call.getMethodDescriptor().getBareMethodName());
      var told =
          failure == null
              ? new GrpcErrors.Told("ok", Status.OK, new Metadata())
              : GrpcErrors.tell(failure);
      if (told.status().getCode() == Status.Code.INTERNAL) {
        LOG.error("call failed, root retries on another replica method={}", method, failure);
      }
      metrics.ended(method, told.outcome(), System.nanoTime() - startNanos);
      try {
        call.close(told.status(), told.trailers());
      } catch (RuntimeException e) {
        LOG.debug("call already closed method={}", method, e);
      }
    }
  }
}
