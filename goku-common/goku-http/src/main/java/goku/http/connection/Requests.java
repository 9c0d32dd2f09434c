package goku.http.connection;

import goku.budget.Account;
import goku.budget.HeapBudget;
import goku.eventloop.EventLoop;
import goku.http.HttpError;
import goku.http.HttpOptions;
import goku.http.Route;
import goku.http.access.Need;
import goku.http.answer.Dispatcher;
import goku.http.answer.Exchange;
import goku.http.answer.Outcome;
import goku.http.answer.WritableGate;
import goku.http.request.PendingRequest;
import io.netty.channel.Channel;
import io.netty.util.AttributeKey;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The requests of all connections: admitted up to the limit, tried on the event loop or run on
/// worker threads, and counted. Thread-safe.
public final class Requests {
  /// The status of a request whose client left before the answer, as nginx logs it.
  private static final int CLIENT_GONE = 499;

  private static final AttributeKey<Boolean> RESERVED =
      AttributeKey.valueOf(Requests.class, "reserved");

  private final HttpOptions options;
  private final Dispatcher dispatcher;
  private final HeapBudget budget;
  private final HttpMetrics metrics;
  private final Executor threads;
  private final Semaphore permits;
  private final IdleConnections idle = new IdleConnections();
  private final IdleConnections idleReserved = new IdleConnections();
  private volatile boolean ending;

  public Requests(
      HttpOptions options,
      Dispatcher dispatcher,
      HeapBudget budget,
      HttpMetrics metrics,
      Executor threads) {
    this.options = options;
    this.dispatcher = dispatcher;
    this.budget = budget;
    this.metrics = metrics;
    this.threads = threads;
    this.permits = new Semaphore(options.limits().maxRequests());
  }

  /// Reserves a connection for health checks.
  static void reserve(Channel channel) {
    channel.attr(RESERVED).set(true);
  }

  private static boolean isReserved(Channel channel) {
    return channel.hasAttr(RESERVED);
  }

  HttpOptions options() {
    return options;
  }

  /// Returns the idle connections below the limit.
  IdleConnections idle() {
    return idle;
  }

  /// Returns the idle connections to which this one belongs.
  IdleConnections idle(Channel channel) {
    return isReserved(channel) ? idleReserved : idle;
  }

  Dispatcher dispatcher() {
    return dispatcher;
  }

  /// Returns the gate of a new connection. A client has as much time for the next part of its
  /// answer as for the head of a request.
  WritableGate gate() {
    return new WritableGate(options.limits().headTimeout(), () -> metrics.rejected("slow-reader"));
  }

  HeapBudget budget() {
    return budget;
  }

  /// @param account charged with the head
  PendingRequest begin(
      io.netty.handler.codec.http.HttpRequest head, Account account, Channel channel) {
    PendingRequest request = PendingRequest.begin(head, options, account);
    return ending || isReserved(channel) ? request.last() : request;
  }

  /// @param decision the decision of the connection
  /// @param done called when the answer was sent (true) or cannot be sent (false)
  Exchange start(
      PendingRequest request,
      Channel channel,
      WritableGate gate,
      EventLoopDecision decision,
      Consumer<Boolean> done) {
    Route route = dispatcher.route(request.head()).orElse(null);
    boolean permitted = permits.tryAcquire();
    boolean always = route != null && route.always();
    boolean refused = !always && ((!permitted && !ending) || isReserved(channel));
    if (refused) {
      request.release(); // not worth unzipping
    }
    idle(channel).remove(channel);
    long began = System.nanoTime();
    Exchange.Listener listener =
        (status, outcome) -> {
          if (permitted) {
            permits.release();
          }
          request.release();
          idle(channel).add(channel);
          finished(route, status, outcome, System.nanoTime() - began);
          done.accept(outcome == Outcome.SENT);
        };
    Exchange exchange =
        new Exchange(dispatcher, request, refused ? busy(channel) : route, channel, gate, listener);
    request.account().onAbort(exchange::stop);
    boolean mayTry =
        !refused && permitted && route != null && route.onEventLoop() && request.isSmall();
    if (!mayTry || !channel.isWritable() || !answeredOnEventLoop(exchange, decision)) {
      threads.execute(exchange);
    }
    return exchange;
  }

  private boolean answeredOnEventLoop(Exchange exchange, EventLoopDecision decision) {
    if (!decision.isExpected()) {
      return false;
    }
    boolean answered = EventLoop.tryRun(exchange);
    metrics.tried(answered);
    if (answered) {
      Vigil.keep();
    } else {
      decision.failed();
    }
    return answered;
  }

  void refused(int status) {
    metrics.rejected(
        switch (status) {
          case 401 -> "unauthorized";
          case 413 -> "too-large";
          case 503 -> "budget";
          default -> "unreadable";
        });
  }

  /// Lets every answer from now on announce the end of its connection. The requests that still come
  /// are answered, even over the limit.
  public void end() {
    ending = true;
  }

  private Route busy(Channel channel) {
    metrics.rejected("busy");
    String limit =
        isReserved(channel)
            ? "%d connections, none of which is idle".formatted(options.limits().connectionsLimit())
            : "%d requests at a time".formatted(options.limits().maxRequests());
    return new Route(
        "busy",
        request -> {
          throw new HttpError(
              503, "the server is at its limit of %s: try again later".formatted(limit));
        },
        false,
        Need.NOTHING,
        false);
  }

  private void finished(@Nullable Route route, int status, Outcome outcome, long nanos) {
    String pattern = route == null ? "none" : route.pattern();
    metrics.answered(pattern, outcome == Outcome.ABANDONED ? CLIENT_GONE : status, nanos);
    switch (outcome) {
      case SENT -> {}
      case ABANDONED -> metrics.abandoned();
      case BROKEN -> metrics.broken();
    }
  }
}
