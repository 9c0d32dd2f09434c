package goku.root.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.model.Tag;
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
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AttemptTest {
  private static final int AHEAD = 64;

  private final QueryMemory memory = new QueryMemory(1L << 30);
  private final QueryControl query =
      new QueryControl(new QueryLimits(1000, 1000, Duration.ofMinutes(1)), memory);
  private final GroupHandoff handoff = new GroupHandoff(System::nanoTime);
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

  private void awaitFull() {
    await().until(() -> locked(() -> handoff.lock.hasWaiters(handoff.notFull)));
  }

  private void end(Attempt attempt) throws Exception {
    locked(
        () -> {
          attempt.cancel();
          return true;
        });
    attempt.join();
  }

  @Test
  void attemptReads64GroupsAheadAndHoldsTheirMemory() throws Exception {
    Attempt attempt = start(1000);
    awaitFull();
    // the next group waits for space
    assertThat(given).hasValue(AHEAD + 1);
    assertThat(query.heldBytes()).isEqualTo(AHEAD * group(0).heldBytes());
    end(attempt);
    assertThat(query.heldBytes()).isZero();
    assertThat(closed).isTrue();
  }

  @Test
  void attemptReads256KilobytesAhead() throws Exception {
    var half = new SeriesPartial(List.of(), new long[1 << 13], new double[1 << 13], false, null);
    weight = new Contribution.Members(List.of(half));
    Attempt attempt = start(1000);
    awaitFull();
    assertThat(given).hasValue(3);
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
    await().until(() -> locked(() -> given.get() == 7 && attempt.peek() != null));
    assertThat(locked(attempt::peek)).isEqualTo(group(5));
    assertThat(query.heldBytes()).isEqualTo(group(5).heldBytes());
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
    locked(
        () -> {
          attempt.adopt();
          return true;
        });
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
    locked(
        () -> {
          attempt.take();
          return true;
        });
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
              while (release.getCount() > 0) {
                Thread.onSpinWait();
              }
              return new Numbered(0);
            },
            query,
            handoff);
    opened.await();
    Thread.currentThread().interrupt();
    Thread.ofPlatform().start(release::countDown);
    attempt.join();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(closed).isTrue();
  }
}
