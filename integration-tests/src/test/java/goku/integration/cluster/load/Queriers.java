package goku.integration.cluster.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/// Clients that query acknowledged datapoints all the time, and tally the verdicts on the answers.
public final class Queriers implements AutoCloseable {
  /// The time after its acknowledgement at which a datapoint is in every unmarked answer.
  public static final Duration SETTLED = Duration.ofSeconds(8);

  private static final long PACE_NANOS = 20_000_000;

  private final Roots roots;
  private final List<Written> subjects;
  private final Tally tally;
  private final int clients;
  private final List<Thread> threads = new ArrayList<>();

  /// The permits of queries. A holder of all permits stops the queries. Fair, otherwise that would
  /// depend on luck.
  private final Semaphore turns;

  private volatile boolean stopped;

  /// Starts querying.
  ///
  /// @param subjects the queried series. Series that go through an ingestor's input topic are no
  ///   subjects, because only wrong values could be detected, not missing ones
  public Queriers(Roots roots, List<Written> subjects, Tally tally, int clients) {
    this.roots = roots;
    this.subjects = List.copyOf(subjects);
    this.tally = tally;
    this.clients = clients;
    turns = new Semaphore(clients, true);
    for (int i = 0; i < clients; i++) {
      int seed = i;
      threads.add(Thread.ofPlatform().name("query-" + i).start(() -> run(new Random(seed), seed)));
    }
  }

  private void run(Random random, int first) {
    int turn = first;
    try {
      while (!stopped) {
        Written subject = subjects.get(random.nextInt(subjects.size()));
        int steps = subject.acknowledged(SETTLED);
        if (steps >= subject.series().intervalSteps()) {
          ask(Question.any(subject.series(), steps, random), turn++);
        }
        LockSupport.parkNanos(PACE_NANOS); // paces the load; nothing is waited for
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void ask(Question question, int turn) throws InterruptedException {
    turns.acquire();
    try {
      Roots.Reply reply = roots.ask(question.pathAndQuery(), turn);
      tally.add(question, verdict(question, reply), reply);
    } finally {
      turns.release();
    }
  }

  /// Returns when no query is under way; none begins before `resume`. Not to be called twice.
  public void pause() {
    turns.acquireUninterruptibly(clients);
  }

  public void resume() {
    turns.release(clients);
  }

  static Verdict verdict(Question question, Roots.Reply reply) {
    return Judge.of(question, reply.status(), !reply.partial().isEmpty(), reply.body());
  }

  /// Ends after the queries that are under way. They must not be paused.
  public void stop() {
    stopped = true;
    for (Thread thread : threads) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Override
  public void close() {
    stop();
  }
}
