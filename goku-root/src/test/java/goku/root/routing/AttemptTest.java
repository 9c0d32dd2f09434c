package goku.root.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.model.Tag;
import goku.model.ValueType;
import goku.query.SeriesPartial;
import goku.query.control.QueryControl;
import goku.query.control.QueryLimits;
import goku.query.control.QueryMemory;
import goku.query.partial.Contribution;
import goku.query.partial.GroupKey;
import goku.query.partial.GroupPartial;
import goku.query.partial.GroupTags;
import goku.query.partial.PartialStream;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AttemptTest {
  private static final int AHEAD = 64;

  private final QueryMemory memory = new QueryMemory(1L << 30);
  private final QueryControl query =
      new QueryControl(new QueryLimits(1000, 1000, Duration.ofMinutes(1)), memory);
  private final AtomicLong nanos = new AtomicLong(1000);
  private final GroupHandoff handoff = new GroupHandoff(nanos::get);
  private final AtomicInteger given = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile Contribution weight = new Contribution.Members(List.of());

  @AfterEach
  void close() {
    query.close();
  }

  /// A stream of numbered groups, starting at 1000.
  private final class Numbered implements PartialStream {
    private final int count;

    Numbered(int count) {
      this.count = count;
    }

    @Override
    public @Nullable GroupPartial next() {
      int number = given.getAndIncrement();
      return number == count ? null : group(number);
    }

    @Override
    public Set<String> origins() {
      return Set.of("node");
    }

    @Override
    public void close() {
      closed.set(true);
    }
  }

  private GroupPartial group(int number) {
    List<Tag> tags = List.of(new Tag("n", Integer.toString(1000 + number)));
    return new GroupPartial(new GroupKey(tags), new GroupTags(tags, List.of()), List.of(), weight);
  }

  private Attempt start(int groups) {
    return Attempt.start(_ -> new Numbered(groups), query, handoff);
  }

  private <T> T locked(Callable<T> action) throws Exception {
    handoff.lock.lock();
    try {
      return action.call();
    } finally {
      handoff.lock.unlock();
    }
  }

  private void run(Runnable action) throws Exception {
    locked(Executors.callable(action));
  }

  /// Waits, with the lock, until an attempt reports that the condition may have come true.
  private void awaitChange(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      assertThat(handoff.changed.await(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private void awaitFull() {
    await().until(() -> locked(() -> handoff.lock.hasWaiters(handoff.notFull)));
  }

  private void end(Attempt attempt) throws Exception {
    run(attempt::cancel);
    attempt.join();
  }

  @Test
  void attemptReads64GroupsAheadAndHoldsTheirMemory() throws Exception {
    Attempt attempt = start(1000);
    awaitFull();
    // the next group waits for space
    assertThat(given).hasValue(AHEAD + 1);
    assertThat(query.heldBytes()).isEqualTo(AHEAD * group(0).heldBytes());
    run(attempt::cancel);
    assertThat(query.heldBytes()).isZero();
    attempt.join();
    assertThat(closed).isTrue();
  }

  @Test
  void attemptReads256KilobytesAhead() throws Exception {
    weight = new Contribution.Members(List.of(series(1 << 13)));
    Attempt attempt = start(1000);
    awaitFull();
    assertThat(given).hasValue(3);
    run(attempt::take);
    await().until(() -> given.get() == 4);
    end(attempt);
  }

  private static SeriesPartial series(int datapoints) {
    return new SeriesPartial(
        List.of(), new long[datapoints], new double[datapoints], ValueType.PLAIN, false, null);
  }

  @Test
  void bufferIsFullAtExactly256Kilobytes() throws Exception {
    // 200 bytes a group, 128 a series, 16 a datapoint, and 24 one with a weight
    var weighted =
        new SeriesPartial(
            List.of(), new long[1], new double[1], ValueType.PLAIN, false, new double[1]);
    int others = 200 + 128 + 24 + 128;
    weight = new Contribution.Members(List.of(weighted, series(((256 << 10) - others) / 16)));
    assertThat(group(0).heldBytes()).isEqualTo(256 << 10);
    Attempt attempt = start(1000);
    awaitFull();
    assertThat(given).hasValue(2);
    end(attempt);
  }

  @Test
  void takingAGroupMakesRoomForTheNext() throws Exception {
    Attempt attempt = start(1000);
    awaitFull();
    GroupPartial first =
        locked(
            () -> {
              GroupPartial next = attempt.peek();
              attempt.take();
              return next;
            });
    assertThat(first).isEqualTo(group(0));
    await().until(() -> given.get() == AHEAD + 2);
    end(attempt);
    assertThat(query.heldBytes()).isZero();
  }

  @Test
  void groupsUpToTheLastThatWasTakenAreNotHeld() throws Exception {
    handoff.lastTaken = group(4).key();
    Attempt attempt = start(6);
    await().until(() -> given.get() == 7);
    assertThat(query.heldBytes()).isEqualTo(group(5).heldBytes());
    assertThat(locked(attempt::peek)).isEqualTo(group(5));
    assertThat(locked(attempt::isAtEnd)).isFalse();
    handoff.lastTaken = group(5).key();
    await().until(() -> locked(attempt::isAtEnd));
    assertThat(query.heldBytes()).isZero();
    end(attempt);
  }

  @Test
  void originsAreThoseOfAnAdoptedAttemptOnly() throws Exception {
    Attempt attempt = start(0);
    await().until(() -> locked(attempt::isAtEnd));
    assertThat(locked(attempt::origins)).isEmpty();
    run(attempt::adopt);
    assertThat(locked(attempt::origins)).containsExactly("node");
    end(attempt);
  }

  @Test
  void failureIsToldAfterTheGroupsBeforeIt() throws Exception {
    var failure = new IllegalStateException("broke off");
    Attempt attempt =
        Attempt.start(
            _ ->
                new PartialStream() {
                  @Override
                  public GroupPartial next() {
                    if (given.getAndIncrement() == 1) {
                      throw failure;
                    }
                    return group(0);
                  }

                  @Override
                  public void close() {}
                },
            query,
            handoff);
    await().until(() -> given.get() == 2);
    assertThat(locked(attempt::failure)).isNull();
    run(attempt::take);
    await().until(() -> locked(attempt::failure) != null);
    assertThat(locked(attempt::failure)).isSameAs(failure);
    end(attempt);
  }

  @Test
  void interruptedJoinStillWaitsAndStaysInterrupted() throws Exception {
    var release = new CountDownLatch(1);
    var opened = new CountDownLatch(1);
    Attempt attempt =
        Attempt.start(
            _ -> {
              opened.countDown();
              FakeNode.awaitUninterruptibly(release);
              return new Numbered(0);
            },
            query,
            handoff);
    opened.await();
    Thread joining = Thread.currentThread();
    joining.interrupt();
    Thread.ofPlatform()
        .start(
            () -> {
              while (joining.isInterrupted()) {
                Thread.onSpinWait(); // until `join` has met the interrupt
              }
              release.countDown();
            });
    attempt.join();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(closed).isTrue();
  }

  @Test
  void timeToOpenIsThatOfTheOpener() throws Exception {
    Attempt attempt =
        Attempt.start(
            _ -> {
              nanos.addAndGet(7);
              return new Numbered(0);
            },
            query,
            handoff);
    await().until(() -> locked(attempt::isAtEnd));
    assertThat(locked(attempt::openNanos)).isEqualTo(7);
    end(attempt);
  }

  @Test
  void attemptThatWasCancelledBeforeItsStartOpensNothing() throws Exception {
    Attempt attempt =
        locked(
            () -> {
              Attempt started = start(1);
              started.adopt();
              started.disown();
              started.cancel();
              return started;
            });
    attempt.join();
    assertThat(locked(attempt::header)).isNull();
    assertThat(locked(attempt::failure)).as("it stays cancelled").isNull();
    assertThat(closed).isFalse();
  }

  @Test
  void openedBufferedAndEndedAttemptsWakeTheThreadOfTheCall() throws Exception {
    var steps = new Semaphore(0);
    var groups = new Numbered(1);
    handoff.lock.lock();
    try {
      Attempt attempt =
          Attempt.start(
              _ ->
                  new PartialStream() {
                    @Override
                    public @Nullable GroupPartial next() throws InterruptedException {
                      steps.acquire();
                      return groups.next();
                    }

                    @Override
                    public void close() {}
                  },
              query,
              handoff);
      awaitChange(() -> attempt.header() != null);
      steps.release();
      awaitChange(() -> attempt.peek() != null);
      attempt.take();
      steps.release();
      awaitChange(attempt::isAtEnd);
    } finally {
      handoff.lock.unlock();
    }
  }

  @Test
  void failedAttemptWakesTheThreadOfTheCall() throws Exception {
    var failure = new IllegalStateException("cannot be opened");
    handoff.lock.lock();
    try {
      Attempt attempt =
          Attempt.start(
              _ -> {
                throw failure;
              },
              query,
              handoff);
      awaitChange(() -> attempt.failure() != null);
      assertThat(attempt.failure()).isSameAs(failure);
    } finally {
      handoff.lock.unlock();
    }
  }

  @Test
  void cancelledAttemptReadsNoFurtherGroupEvenIfItsStreamIgnoresInterrupts() throws Exception {
    var release = new CountDownLatch(1);
    Attempt attempt =
        Attempt.start(
            _ ->
                new PartialStream() {
                  @Override
                  public GroupPartial next() {
                    int number = given.getAndIncrement();
                    FakeNode.awaitUninterruptibly(release);
                    Thread.interrupted();
                    return group(number);
                  }

                  @Override
                  public void close() {}
                },
            query,
            handoff);
    await().until(() -> given.get() == 1);
    run(attempt::cancel);
    release.countDown();
    attempt.join();
    assertThat(given).hasValue(1);
    assertThat(query.heldBytes()).isZero();
  }

  @Test
  void joinReleasesTheMemoryThatTheStreamHeld() throws Exception {
    Attempt attempt =
        Attempt.start(
            own -> {
              own.hold(100);
              return new Numbered(0);
            },
            query,
            handoff);
    await().until(() -> locked(attempt::isAtEnd));
    assertThat(query.heldBytes()).isEqualTo(100);
    end(attempt);
    assertThat(query.heldBytes()).isZero();
  }

  @Test
  void onlyAnAdoptedAttemptCountsForTheQuery() throws Exception {
    Attempt attempt =
        Attempt.start(
            own -> {
              own.addSeries(5);
              return new Numbered(0);
            },
            query,
            handoff);
    await().until(() -> locked(attempt::isAtEnd));
    assertThat(query.series()).isZero();
    run(attempt::adopt);
    assertThat(query.series()).isEqualTo(5);
    run(attempt::disown);
    assertThat(query.series()).isZero();
    end(attempt);
  }
}
