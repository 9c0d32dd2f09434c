package goku.shortterm.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Holes;
import goku.model.ShardId;
import goku.rpc.ShardHealth;
import goku.rpc.ShardState;
import goku.shortterm.log.LogRange;
import goku.shortterm.shard.ShardFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LagWatchTest {
  private static final ShardId ID = new ShardId("ns", 3);

  @TempDir private Path directory;
  private Life life;
  private LagWatch watch;

  /// The queries, in order.
  private final List<CompletableFuture<LogRange>> questions = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    life = new Life(directory);
    watch =
        new LagWatch(
            shards -> {
              var question = new CompletableFuture<LogRange>();
              questions.add(question);
              return Map.of(ID, question);
            },
            () -> List.of(life.open),
            Duration.ofHours(1),
            // asked ten seconds ago
            () -> System.nanoTime() - TimeUnit.SECONDS.toNanos(10));
  }

  @AfterEach
  void close() {
    life.close();
  }

  @Test
  void aShardServesFromTheFirstTimeOnThatItHasAllOfItsLog() {
    assertThat(health().state()).isEqualTo(ShardState.RECOVERING);
    assertThat(health().lagMillis()).isEqualTo(ShardFixture.TTL.toMillis());
    watch.look();
    assertThat(health().state()).isEqualTo(ShardState.RECOVERING);
    questions.getFirst().complete(log(0, 0));
    assertThat(health().state()).isEqualTo(ShardState.SERVING);
    assertThat(health().holes()).isEqualTo(Holes.NONE);
    watch.look();
    questions.getLast().complete(log(0, 7));
    assertThat(health().state()).as("behind, which its lag says").isEqualTo(ShardState.SERVING);
  }

  @Test
  void theTimeBeforeTheQuestionCounts() {
    watch.look();
    questions.getFirst().complete(log(0, 0));
    assertThat(health().lagMillis()).isBetween(10_000L, 60_000L);
  }

  @Test
  void aShardIsAskedForAgainOnlyWhenTheAnswerIsHere() {
    watch.look();
    watch.look();
    assertThat(questions).hasSize(1);
    questions.getFirst().completeExceptionally(new TimeoutException("Kafka is away"));
    assertThat(health().state()).isEqualTo(ShardState.RECOVERING);
    watch.look();
    assertThat(questions).hasSize(2);
    questions.getLast().complete(log(0, 0));
    assertThat(health().state()).isEqualTo(ShardState.SERVING);
  }

  private static LogRange log(long start, long end) {
    return new LogRange(LogRange.UNKNOWN, start, end);
  }

  private ShardHealth health() {
    return life.open.health();
  }
}
