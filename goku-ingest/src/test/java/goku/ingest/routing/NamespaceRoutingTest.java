package goku.ingest.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.ingest.Points;
import goku.ingest.TestNamespaces;
import goku.ingest.limit.NamespaceGate;
import goku.ingest.parse.Reason;
import goku.ingest.parse.Rejection;
import goku.kafka.TopicMismatchException;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests of namespaces that change while datapoints arrive.
class NamespaceRoutingTest {
  private static final Instant NOW = Instant.ofEpochSecond(1_700_000_000);
  private static final Instant MOVE = NOW.plusSeconds(10);
  private static final Namespace DEFAULT = TestNamespaces.namespace("ns1", true);
  private static final Namespace NEW =
      TestNamespaces.namespace("ns0", false, new MetricPrefix("cpu", MOVE));
  private static final Namespaces BEFORE = new Namespaces(List.of(DEFAULT));

  /// The new namespace comes first, so that the numbers of all shards change.
  private static final Namespaces AFTER = new Namespaces(List.of(NEW, DEFAULT));

  private record Sent(String topic, String point) {}

  private final List<Sent> sent = new ArrayList<>();
  private final NamespaceRouting routing = routing(BEFORE);
  private final BatchAccumulator batches =
      new BatchAccumulator(
          new BatchLimits(100, 10_000),
          (topic, partition, batch, datapoints) ->
              Points.of(batch).forEach(point -> sent.add(new Sent(topic, point))),
          FormatLevel.newest());
  private final Intake intake =
      new Intake(
          routing::current,
          batches,
          InstantSource.fixed(NOW),
          Duration.ofMinutes(10),
          new Live<>(Blocklist.NONE));

  private static NamespaceRouting routing(Namespaces namespaces) {
    var routing = new NamespaceRouting(namespaces, _ -> Long.MIN_VALUE, _ -> NamespaceGate.OPEN);
    routing.ensureTopics(namespaces, _ -> {});
    return routing;
  }

  private void change(Namespaces namespaces) {
    routing.use(namespaces);
    intake.begin();
  }

  @Test
  void datapointsGoByTheirOwnTimeWheneverTheyCome() {
    change(AFTER);
    routing.ensureTopics(AFTER, _ -> {});
    take("cpu 1700000009 1");
    take("cpu 1700000010 2");
    take("mem 1700000010 3");
    take("cpu 1699999000 4");
    batches.drain();
    assertThat(sent)
        .containsExactlyInAnyOrder(
            new Sent("goku-ns1", "cpu @1700000009000 1.0"),
            new Sent("goku-ns0", "cpu @1700000010000 2.0"),
            new Sent("goku-ns1", "mem @1700000010000 3.0"),
            new Sent("goku-ns1", "cpu @1699999000000 4.0"));
  }

  @Test
  void aBatchInHandGoesToWhereItWasMeantFor() {
    for (int host = 0; host < 50; host++) {
      take("cpu 1700000000 1 host=" + host);
    }
    change(AFTER);
    routing.ensureTopics(AFTER, _ -> {});
    for (int host = 0; host < 50; host++) {
      take("cpu 1700000020 1 host=" + host);
    }
    batches.drain();
    assertThat(sent).hasSize(100);
    assertThat(sent)
        .allMatch(each -> each.topic().equals("goku-ns0") == each.point().contains("@1700000020"));
  }

  @Test
  void aChangedBackfillCountsFromTheNextRecordOn() {
    assertThat(take("cpu 1699996400 1")).isEmpty();
    var shorter = NamespaceBuilder.like(DEFAULT).backfill(Duration.ofMinutes(30)).build();
    change(new Namespaces(List.of(shorter)));
    assertThat(take("cpu 1699996400 1")).hasValue(Reason.TIMESTAMP_TOO_OLD);
    change(BEFORE);
    assertThat(take("cpu 1699996400 1")).isEmpty();
  }

  @Test
  void whatKafkaRefusesConcernsNoOtherNamespace() {
    change(AFTER);
    Consumer<Namespace> refusing =
        namespace -> {
          throw new KafkaException("cannot create", new TopicAuthorizationException("denied"));
        };
    assertThatThrownBy(() -> routing.ensureTopics(AFTER, refusing))
        .hasMessageContaining("cannot create");
    assertThat(take("cpu 1700000020 1")).hasValue(Reason.NO_TOPIC);
    assertThat(intake.take(Points.parse("cpu 1700000020 1")))
        .extracting(Rejection::message)
        .asString()
        .contains("ns0", "cannot create");
    assertThat(take("mem 1700000020 1")).isEmpty();
    assertThat(take("cpu 1700000000 1")).isEmpty();

    routing.ensureTopics(AFTER, _ -> {});
    assertThat(take("cpu 1700000020 1")).isEmpty();
  }

  @Test
  void whileKafkaIsAwayADatapointIsGivenBackAndNeverGoesToTheNamespaceOfBefore() {
    change(AFTER);
    Consumer<Namespace> away =
        namespace -> {
          throw new KafkaException("cannot look at topic", new TimeoutException("no broker"));
        };
    assertThatThrownBy(() -> routing.ensureTopics(AFTER, away)).isInstanceOf(KafkaException.class);
    assertThatThrownBy(() -> take("cpu 1700000020 1"))
        .isInstanceOf(NoTopicException.class)
        .hasMessageContaining("goku-ns0");
    batches.drain();
    assertThat(sent).isEmpty();
  }

  @Test
  void topicWithAnotherNumberOfPartitionsRefusesItsDatapointsAtOnce() {
    change(AFTER);
    Consumer<Namespace> mismatched =
        _ -> {
          throw new TopicMismatchException("3 partitions, 4 shards");
        };
    assertThatThrownBy(() -> routing.ensureTopics(AFTER, mismatched))
        .isInstanceOf(TopicMismatchException.class);
    assertThat(intake.take(Points.parse("cpu 1700000020 1")))
        .isEqualTo(
            new Rejection(
                Reason.NO_TOPIC, "Namespace ns0 takes no datapoints: 3 partitions, 4 shards"));
  }

  @Test
  void topicIsMadeOnce() {
    List<String> made = new ArrayList<>();
    routing.ensureTopics(AFTER, namespace -> made.add(namespace.name()));
    routing.ensureTopics(AFTER, namespace -> made.add(namespace.name()));
    assertThat(made).containsExactly("ns0");
  }

  @Test
  void firstOfSeveralFailuresIsThrownAfterAllTopicsWereTried() {
    var untouched = new NamespaceRouting(AFTER, _ -> Long.MIN_VALUE, _ -> NamespaceGate.OPEN);
    List<String> tried = new ArrayList<>();
    assertThatThrownBy(
            () ->
                untouched.ensureTopics(
                    AFTER,
                    namespace -> {
                      tried.add(namespace.name());
                      throw new KafkaException("cannot create " + namespace.name());
                    }))
        .hasMessage("cannot create ns0");
    assertThat(tried).containsExactly("ns0", "ns1");
  }

  @Test
  void routerStaysTheSameWhileTheNamespacesDo() {
    change(AFTER);
    Router router = routing.current();
    routing.use(AFTER);
    assertThat(routing.current()).isSameAs(router);
    routing.use(BEFORE);
    assertThat(routing.current()).isNotSameAs(router);
  }

  static List<RuntimeException> passingFailures() {
    return List.of(
        new KafkaException("no answer", new TimeoutException("no broker")),
        new KafkaException("no answer"),
        new IllegalStateException("closed", new TopicAuthorizationException("denied")));
  }

  @ParameterizedTest
  @MethodSource("passingFailures")
  void datapointWaitsThroughAFailureThatMayPassAndIsTakenOnceTheTopicIsThere(
      RuntimeException failure) throws Exception {
    change(AFTER);
    assertThatThrownBy(
            () ->
                routing.ensureTopics(
                    AFTER,
                    _ -> {
                      throw failure;
                    }))
        .isSameAs(failure);
    var taken = new FutureTask<>(() -> take("cpu 1700000020 1"));
    Thread sender = Thread.ofPlatform().start(taken);
    await().until(() -> taken.isDone() || sender.getState() == Thread.State.TIMED_WAITING);
    routing.ensureTopics(AFTER, _ -> {});
    assertThat(taken.get()).isEmpty();
    batches.drain();
    assertThat(sent).containsExactly(new Sent("goku-ns0", "cpu @1700000020000 1.0"));
  }

  private Optional<Reason> take(String line) {
    return Optional.ofNullable(intake.take(Points.parse(line))).map(Rejection::reason);
  }
}
