package goku.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TopicKeeperTest {
  private final AtomicBoolean exists = new AtomicBoolean();
  private final AtomicBoolean allowed = new AtomicBoolean(true);
  private final AtomicInteger created = new AtomicInteger();
  private final AtomicBoolean closed = new AtomicBoolean();
  private final TopicKeeper keeper =
      new TopicKeeper("rejected", new Fake(), () -> closed.set(true), Duration.ofMillis(1));

  private final class Fake implements TopicKeeper.Kept {
    @Override
    public boolean exists() {
      return exists.get();
    }

    @Override
    public void create() {
      if (!allowed.get()) {
        throw new KafkaException(
            "cannot create topic=rejected", new TopicAuthorizationException("no"));
      }
      created.incrementAndGet();
      exists.set(true);
    }
  }

  @AfterEach
  void close() {
    keeper.close();
    assertThat(closed).isTrue();
  }

  @Test
  void deletedTopicIsCreatedAgain() {
    keeper.start();
    assertThat(created).hasValue(1);
    exists.set(false);
    await().until(exists::get);
    assertThat(created).hasValue(2);
    assertThat(keeper.complaint()).isEmpty();
  }

  @Test
  void topicThatMayNotBeCreatedIsReportedUntilItExists() {
    keeper.start();
    allowed.set(false);
    exists.set(false);
    await().until(() -> keeper.complaint().isPresent());
    assertThat(keeper.complaint().orElseThrow()).startsWith("cannot create topic=rejected: ");
    exists.set(true);
    await().until(() -> keeper.complaint().isEmpty());
  }
}
