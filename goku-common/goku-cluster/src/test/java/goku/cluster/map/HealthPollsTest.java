package goku.cluster.map;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.cluster.ServiceRole;
import goku.config.ConfigLoader;
import goku.rpc.NodeHealth;
import goku.rpc.grpc.RpcClientConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HealthPollsTest {
  private static final Duration LIMIT = Duration.ofMillis(50);
  private static final HealthPolls.Outcome ANSWER = new HealthPolls.Outcome.Answer(List.of());
  private static final HealthPolls.Outcome NO_ANSWER = new HealthPolls.Outcome.NoAnswer();

  private final Map<String, NodeHealth> nodes = new ConcurrentHashMap<>();
  private final CountDownLatch never = new CountDownLatch(1);
  private HealthPolls polls = polls(Duration.ofHours(1), LIMIT);

  @AfterEach
  void close() {
    never.countDown();
    polls.close();
  }

  @Test
  void theFirstCallOfEachNodeMayTakeLongerThanTheLimit() {
    for (String node : List.of("a", "b")) {
      nodes.put(node, answersAfter(LIMIT.multipliedBy(5)));
      assertThat(ask(node).join()).isEqualTo(ANSWER);
      assertThat(ask(node).join()).as("the second call").isEqualTo(NO_ANSWER);
    }
  }

  @Test
  void theRpcClientPermitsTheTimeOfAFirstCall() {
    assertThat(ConfigLoader.defaults(RpcClientConfig.class).callTimeout())
        .isGreaterThan(HealthPolls.FIRST);
  }

  @Test
  void theFirstCallHasALimitToo() {
    polls.close();
    polls = polls(LIMIT, LIMIT);
    nodes.put("hangs", answersAfter(Duration.ofHours(1)));
    assertThat(ask("hangs").join()).isEqualTo(NO_ANSWER);
  }

  @Test
  void aFirstCallThatFailsIsNoAnswerAtOnce() {
    nodes.put(
        "fails",
        () -> {
          throw new IllegalStateException("refused");
        });
    assertThat(ask("fails").join()).isEqualTo(NO_ANSWER);
  }

  @Test
  void silenceCountsOnlyIfAnotherNodeAnswers() {
    polls.close();
    polls = polls(LIMIT, Duration.ofHours(1));
    nodes.put("slow", answersAfter(LIMIT.multipliedBy(5)));
    assertThat(ask("slow").join()).isEqualTo(ANSWER);
    nodes.put("hangs", answersAfter(Duration.ofHours(1)));
    nodes.put("well", List::of);
    var silent = ask("hangs");
    await().until(() -> ask("well").join().equals(ANSWER) && silent.isDone());
    assertThat(silent.join()).isEqualTo(NO_ANSWER);
  }

  @Test
  void silenceOfMoreNodesThanAnswerDoesNotCount() {
    polls.close();
    Duration limit = LIMIT.multipliedBy(10); // the calls begin within half of it
    polls = polls(limit, Duration.ofHours(1), Duration.ofHours(1));
    nodes.put("well", List::of);
    for (String node : List.of("a", "b", "c")) {
      nodes.put(node, List::of);
      assertThat(ask(node).join()).as("the first call").isEqualTo(ANSWER);
      nodes.put(node, answersAfter(limit.multipliedBy(2)));
    }
    var silent = Stream.of("a", "b", "c").map(this::ask).toList();
    assertThat(ask("well").join()).isEqualTo(ANSWER);
    assertThat(silent).allMatch(outcome -> outcome.join().equals(ANSWER));
  }

  @Test
  void silenceOfAllNodesCountsAfterAWhile() {
    polls.close();
    polls = polls(LIMIT, LIMIT.multipliedBy(3));
    nodes.put("hangs", answersAfter(Duration.ofHours(1)));
    assertThat(ask("hangs").join()).isEqualTo(NO_ANSWER);
  }

  private HealthPolls polls(Duration first, Duration mostSilent) {
    return polls(LIMIT, first, mostSilent);
  }

  private HealthPolls polls(Duration limit, Duration first, Duration mostSilent) {
    return new HealthPolls(
        address -> Objects.requireNonNull(nodes.get(address)),
        limit,
        first,
        mostSilent,
        new SimpleMeterRegistry());
  }

  private NodeHealth answersAfter(Duration time) {
    return () -> {
      try {
        var _ = never.await(time.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException cancelled) {
        Thread.currentThread().interrupt();
      }
      return List.of();
    };
  }

  private CompletableFuture<HealthPolls.Outcome> ask(String node) {
    var outcome = new CompletableFuture<HealthPolls.Outcome>();
    polls.ask(new ClusterNode(ServiceRole.SHORT, node, "a", node), outcome::complete);
    return outcome;
  }
}
