package goku.http.answer;

import goku.budget.BudgetExceededException;
import goku.eventloop.EventLoop;
import goku.eventloop.NeedsThreadException;
import goku.http.Route;
import goku.http.request.PendingRequest;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A request and its answer, from the handler to the last byte. Runs once to its end, on a worker
/// thread or on the event loop (`EventLoop`). Any thread may call `abandon`.
public final class Exchange implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  /// A listener for the end of an exchange, called once by some thread.
  @FunctionalInterface
  public interface Listener {
    void ended(int status, Outcome outcome);
  }

  private final Dispatcher dispatcher;
  private final PendingRequest request;
  private final @Nullable Route route;
  private final Channel channel;
  private final WritableGate gate;
  private final Listener listener;

  // guarded by this, as the next field
  private @Nullable Thread worker;
  private boolean abandoned;

  /// True once all of the answer is written, and only the client has to read it.
  private boolean written;

  /// @param route null answers 404
  public Exchange(
      Dispatcher dispatcher,
      PendingRequest request,
      @Nullable Route route,
      Channel channel,
      WritableGate gate,
      Listener listener) {
    this.dispatcher = dispatcher;
    this.request = request;
    this.route = route;
    this.channel = channel;
    this.gate = gate;
    this.listener = listener;
  }

  /// Reports that the client is gone: interrupts the handler or the writing of the body.
  public synchronized void abandon() {
    abandoned = true;
    if (worker != null) {
      worker.interrupt();
    }
  }

  /// Reports that the request was aborted by the heap budget: interrupts the handler, or leaves a
  /// client that does not read the end of its answer.
  public synchronized void stop() {
    if (written) {
      var _ = channel.close();
    } else if (worker != null) {
      worker.interrupt();
    }
  }

  private synchronized void written() {
    written = true;
  }

  @Override
  public void run() {
    begin();
    try {
      request
          .account()
          .call(
              () -> {
                answer();
                return true;
              });
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    worker = EventLoop.isCurrent() ? null : Thread.currentThread(); // a loop has other connections
    if (worker != null && (abandoned || request.account().aborted() != null)) {
      worker.interrupt();
    }
  }

  private synchronized void end() {
    worker = null;
  }

  private synchronized boolean abandoned() {
    return abandoned || !channel.isActive();
  }

  private void answer() {
    Answer answer = null;
    try {
      answer = dispatcher.answer(request, route, String.valueOf(channel.remoteAddress()));
      send(answer);
    } catch (NeedsThreadException e) {
      throw e; // it will run again
    } catch (Throwable e) { // an Error of a handler must not leave its client without an answer
      if (abandoned()) {
        leave(answer, e);
      } else {
        sendInstead(dispatcher.failed(request.head(), cause(e)));
      }
    }
  }

  /// Returns why the request was aborted, if it was: an interrupt ends handlers in many ways.
  private Throwable cause(Throwable failure) {
    BudgetExceededException aborted = request.account().aborted();
    if (aborted == null) {
      return failure;
    }
    var _ = Thread.interrupted(); // the answer is still to be sent
    return aborted;
  }

  private void send(Answer answer) throws IOException {
    ResponseStream stream = new ResponseStream(channel, gate, answer, request.client());
    int status = answer.status().code();
    try {
      answer.response().body().writeTo(stream);
      stream
          .finish()
          .addListener(
              sent -> listener.ended(status, sent.isSuccess() ? Outcome.SENT : Outcome.ABANDONED));
      written();
    } catch (Throwable e) { // also a handler, only later
      if (!stream.committed() || abandoned()) {
        throw e;
      }
      breakOff(answer, e);
    }
  }

  private void sendInstead(Answer error) {
    try {
      send(error);
    } catch (Throwable e) { // errors are answered from memory, so only the client can be missing
      leave(error, e);
    }
  }

  private void leave(@Nullable Answer answer, Throwable why) {
    LOG.debug("client gone path={}", request.head().path(), why);
    int status = answer == null ? 0 : answer.status().code();
    channel.close().addListener(closed -> listener.ended(status, Outcome.ABANDONED));
  }

  /// Prevents that the client takes the partial answer for the whole: sends no last chunk, and
  /// resets the connection for clients without chunks.
  private void breakOff(Answer answer, Throwable why) {
    LOG.error(
        "answer failed after a part was sent, breaking the connection method={} path={}",
        request.head().method(),
        request.head().path(),
        why);
    if (!request.client().chunks()) {
      channel.config().setOption(ChannelOption.SO_LINGER, 0);
    }
    int status = answer.status().code();
    channel.close().addListener(closed -> listener.ended(status, Outcome.BROKEN));
  }
}
