package goku.integration.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuProcess;
import goku.integration.fixture.ServiceRun;
import goku.testkit.HangLimits;
import goku.testkit.TestForm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A history of writes and deletes: a standalone process and one more ingestor, which share the
/// input partitions. In each round some groups of datapoints get a new value, each by a random
/// protocol, and one fault happens in between. The round ends when every group has its last
/// acknowledged value, also those that were not written. A value that was visible is never replaced
/// by an older one.
///
/// A round begins when both ingestors have partitions. The ingestor commits seldom and gathers for
/// long, so that a kill delivers much again, and a paused ingestor has much to send.
class InputHistoryIT {
  private static final int FAULTS = TestForm.isLong() ? 1000 : 12;
  private static final int GROUPS = 10;
  private static final int WRITTEN_PER_ROUND = 5;

  /// A round includes the start of an ingestor.
  private static final Duration PATIENCE = HangLimits.PROCESS;

  private static final List<Protocol> PROTOCOLS = List.of(Protocol.values());

  private enum Fault {
    PAUSE,
    KILL,
    RESTART
  }

  @TempDir Path data;

  private final Random random = new Random(TestForm.seed());
  private final int port = GokuProcess.freePort();
  private final int kafkaPort = GokuProcess.freePort();
  private final long startSeconds = Instant.now().getEpochSecond() - 1800;
  private final List<Group> groups =
      IntStream.range(0, GROUPS).mapToObj(i -> new Group("history.g" + i, startSeconds)).toList();

  /// The last acknowledged values; a group without one is deleted.
  private final Map<Group, Long> values = new TreeMap<>((a, b) -> a.metric().compareTo(b.metric()));

  /// What was done, for the message of a failure.
  private final List<String> done = new ArrayList<>();

  private final List<Group> byTelnet = new ArrayList<>();
  private @Nullable GokuProcess goku;
  private @Nullable ServiceRun ingestor;
  private @Nullable InputGroup members;
  private boolean isPaused;

  @Test
  void theLastAcknowledgedValueOfEachDatapointStays() throws Exception {
    goku = startWithPartitions();
    ingestor = startIngestor();
    try (var senders = new Senders(goku.bootstrapServers());
        var group = new InputGroup(goku.bootstrapServers())) {
      members = group;
      for (int round = 1; round <= FAULTS; round++) {
        round(senders, round, fault(round));
      }
      resumeAll();
      round(senders, FAULTS + 1, Fault.KILL);
      round(senders, FAULTS + 2, null);
    } finally {
      ingestor().close();
      goku().close();
    }
    System.out.printf("rounds: %d, faults: %d%n", FAULTS + 2, FAULTS + 1);
  }

  /// Every eighth fault restarts Kafka and the shards. The rest are pauses and kills.
  private Fault fault(int round) {
    if (round % 8 == 0) {
      return Fault.RESTART;
    }
    return random.nextBoolean() ? Fault.PAUSE : Fault.KILL;
  }

  private void round(Senders senders, int round, @Nullable Fault fault) throws Exception {
    List<Group> written = new ArrayList<>(groups);
    Collections.shuffle(written, random);
    written = written.subList(0, WRITTEN_PER_ROUND);
    int before = random.nextInt(WRITTEN_PER_ROUND);
    byTelnet.clear();
    if (!isPaused) {
      members().awaitBoth();
    }
    for (int i = 0; i < WRITTEN_PER_ROUND; i++) {
      Protocol protocol = PROTOCOLS.get(random.nextInt(PROTOCOLS.size()));
      write(senders, round, i == 0 ? Protocol.KAFKA : protocol, written.get(i));
      if (i == before && fault != null) {
        happen(senders, fault);
      }
    }
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(300))
        .untilAsserted(this::requireLastValues);
  }

  private void write(Senders senders, int round, Protocol protocol, Group group) throws Exception {
    if (protocol == Protocol.DELETE && !values.containsKey(group)) {
      return;
    }
    long value = round;
    done.add("round %d: %s of %s".formatted(round, protocol, group.metric()));
    senders.send(protocol, group, value, goku());
    if (protocol == Protocol.DELETE) {
      values.remove(group);
    } else {
      values.put(group, value);
    }
    if (protocol == Protocol.TELNET) {
      byTelnet.add(group);
    }
  }

  private void happen(Senders senders, Fault fault) throws Exception {
    done.add(isPaused ? "resume" : fault.toString());
    if (isPaused) {
      resumeAll();
      return;
    }
    switch (fault) {
      case PAUSE -> {
        ingestor().pause();
        isPaused = true;
      }
      case KILL -> {
        ingestor().kill();
        ingestor = startIngestor();
      }
      case RESTART -> {
        goku().kill();
        goku = startGoku();
        for (Group group : byTelnet) { // was in flight
          senders.send(Protocol.TELNET, group, values.getOrDefault(group, 0L), goku());
        }
      }
    }
  }

  private void resumeAll() {
    if (isPaused) {
      ingestor().resume();
      isPaused = false;
    }
  }

  private void requireLastValues() {
    for (Group group : groups) {
      Long value = values.get(group);
      assertThat(goku().http().series(group.metric(), startSeconds * 1000))
          .as(() -> "%s after %s".formatted(group.metric(), done))
          .isEqualTo(value == null ? Map.of() : group.answer(value));
    }
  }

  /// Starts with an input topic that ingestors can share. A standalone's own has one partition.
  private GokuProcess startWithPartitions() throws Exception {
    try (GokuProcess first = startGoku();
        var admin = Admin.create(Map.of("bootstrap.servers", first.bootstrapServers()))) {
      var more = NewPartitions.increaseTo(Senders.PARTITIONS);
      admin.createPartitions(Map.of("metrics", more)).all().get();
      first.terminate();
    }
    return startGoku();
  }

  private GokuProcess startGoku() {
    return GokuProcess.start(data, port, kafkaPort, "--no-agent", "--root.allow-delete");
  }

  private ServiceRun startIngestor() {
    return ServiceRun.start(
        "ingest",
        List.of(
            "--http.bind=127.0.0.1",
            "--http.port=" + GokuProcess.freePort(),
            "--admin.port=" + GokuProcess.freePort(),
            "--ingest.input.commit-interval=10s",
            "--ingest.batch.linger=1s",
            "--ingest.kafka.bootstrap-servers=127.0.0.1:" + kafkaPort));
  }

  private InputGroup members() {
    return Objects.requireNonNull(members);
  }

  private GokuProcess goku() {
    return Objects.requireNonNull(goku);
  }

  private ServiceRun ingestor() {
    return Objects.requireNonNull(ingestor);
  }
}
