package goku.root.fanout;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.eventloop.EventLoop;
import goku.http.HttpError;
import goku.query.control.AskedAt;
import goku.query.control.QueryStoppedException;
import goku.query.control.QueryStoppedException.Reason;
import goku.rpc.NodeUnavailableException;
import goku.rpc.ShardUnavailableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/// A runner of concurrent calls, each on a virtual thread. The first failure or the deadline
/// interrupts all other calls. No call is running once `all` has returned. Thread-safe.
public final class FanOut {
  private final Duration timeout;

  public FanOut(Duration timeout) {
    this.timeout = timeout;
  }

  /// Returns the results in the order of the calls.
  public <T> List<T> all(List<Callable<T>> calls) throws InterruptedException {
    EventLoop.leave();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      try {
        return await(calls, threads);
      } finally {
        threads.shutdownNow();
      }
    }
  }

  private <T> List<T> await(List<Callable<T>> calls, ExecutorService threads)
      throws InterruptedException {
    long deadline = AskedAt.nanos() + timeout.toNanos();
    CompletionService<T> completion = new ExecutorCompletionService<>(threads);
    List<Future<T>> futures = new ArrayList<>();
    calls.forEach(call -> futures.add(completion.submit(Account.ofCurrent(call))));
    for (int done = 0; done < futures.size(); done++) {
      Future<T> next = completion.poll(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
      if (next == null) {
        throw new HttpError(
            408,
            "cannot complete the query within %d s; narrow the query, or raise query-timeout"
                .formatted(timeout.toSeconds()));
      }
      result(next);
    }
    List<T> results = new ArrayList<>();
    for (Future<T> future : futures) {
      results.add(result(future));
    }
    return results;
  }

  /// Returns the status of a query or search that was stopped.
  static int status(Reason reason) {
    return switch (reason) {
      case SERIES, DATAPOINTS, MEMORY -> 413;
      case TIMEOUT -> 408;
      case CROWDED, CANCELLED -> 503;
    };
  }

  private static <T> T result(Future<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw switch (e.getCause()) {
        case HttpError error -> error;
        case BudgetExceededException refusal -> HttpError.of(refusal);
        case QueryStoppedException stopped ->
            new HttpError(status(stopped.reason()), "the search " + stopped.getMessage());
        case ShardUnavailableException unavailable ->
            new HttpError(503, String.valueOf(unavailable.getMessage()));
        case NodeUnavailableException unavailable ->
            new HttpError(503, String.valueOf(unavailable.getMessage()));
        case null, default -> new IllegalStateException("a node failed: " + e.getCause(), e);
      };
    }
  }
}
