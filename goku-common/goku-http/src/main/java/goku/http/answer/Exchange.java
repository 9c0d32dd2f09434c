package goku.http.answer;

import goku.eventloop.NeedsThreadException;
import goku.http.Route;
import goku.http.request.PendingRequest;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// One request, from the handler to the last byte of the answer. It runs once to its end, on a
/// worker thread or on the event loop (`EventLoop`). `abandon` may be called by any thread.
public final class Exchange implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  /// Told once how an exchange ended, by some thread.
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

  // both guarded by this
  private @Nullable Thread worker;
  private boolean abandoned;

  /// @param route null answers that there is none
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

  /// The client has gone: interrupts the handler, or the body that is being written.
  public synchronized void abandon() {
    abandoned = true;
    if (worker != null) {
      worker.interrupt();
    }
  }

  @Override
  public void run() {
    begin();
    try {
      answer();
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    worker = Thread.currentThread();
    if (abandoned) {
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
        sendInstead(dispatcher.failed(request.head(), e));
      }
    }
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
    LOG.debug("the client of {} has gone", request.head().path(), why);
    int status = answer == null ? 0 : answer.status().code();
    channel.close().addListener(closed -> listener.ended(status, Outcome.ABANDONED));
  }

  /// The client must not take what it has for the whole: no last chunk, and a reset for those that
  /// know no chunks.
  private void breakOff(Answer answer, Throwable why) {
    LOG.error(
        "the answer to {} {} failed after a part of it was sent: breaking the connection",
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
