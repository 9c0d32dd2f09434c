package goku.standalone.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.config.ConfigLoader;
import goku.config.DataSize;
import goku.embedded.StartupProblem;
import goku.standalone.agent.spool.Spool;
import goku.testkit.ManualClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpooledSenderTest {
  @TempDir private Path directory;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final ManualClock clock = new ManualClock(Instant.ofEpochSecond(1_356_998_400));
  private final Kafka kafka = new Kafka();

  /// A Kafka that acknowledges everything at once, or nothing, or loses everything.
  private static final class Kafka implements SettlingSender {
    final List<String> sent = new ArrayList<>();
    boolean answers = true;
    long lost;

    @Override
    public void send(List<String> lines) {
      sent.addAll(lines);
    }

    @Override
    public boolean isSettled() {
      return answers;
    }

    @Override
    public long lost() {
      return lost;
    }

    @Override
    public void close() {}
  }

  @Test
  void readingsAreSentAtOnceAndLeaveTheDiskOnceTheyAreDelivered() throws IOException {
    var sender = open();
    sender.send(List.of("a"));
    assertThat(kafka.sent).containsExactly("a");
    assertThat(files()).isOne();
    sender.send(List.of("b"));
    assertThat(kafka.sent).containsExactly("a", "b");
    assertThat(files()).isOne();
    sender.close();
    assertThat(files()).isZero();
  }

  @Test
  void readingsOfAnOutageAreSentOnceAndByTheNextProcessAgain() throws IOException {
    kafka.answers = false;
    var sender = open();
    sender.send(List.of("a"));
    sender.send(List.of("b"));
    assertThat(kafka.sent).containsExactly("a", "b");
    sender.close();
    assertThat(files()).isEqualTo(2);

    kafka.sent.clear();
    var next = open();
    next.send(List.of("c"));
    assertThat(kafka.sent).containsExactly("a", "b", "c");
    kafka.answers = true;
    next.close();
    assertThat(files()).isZero();
  }

  @Test
  void readingsOfWhichLinesWereLostAreSentAgain() throws IOException {
    var sender = open();
    sender.send(List.of("a"));
    kafka.lost++;
    sender.send(List.of("b"));
    assertThat(kafka.sent).containsExactly("a", "a", "b");
    sender.close();
    assertThat(files()).isZero();
  }

  @Test
  void noMoreIsSentThanTheClientHolds() throws IOException {
    kafka.answers = false;
    var sender = open();
    String large = "x".repeat((int) SpooledSender.MAX_IN_FLIGHT);
    sender.send(List.of(large));
    sender.send(List.of("b"));
    assertThat(kafka.sent).containsExactly(large);
    kafka.answers = true;
    sender.send(List.of("c"));
    assertThat(kafka.sent).containsExactly(large, "b", "c");
    sender.close();
  }

  @Test
  void aDamagedReadingIsDroppedAndThoseAfterItAreSent() throws IOException {
    Files.writeString(directory.resolve("0000000000000000001.put.gz"), "no gzip");
    var sender = open();
    sender.send(List.of("a"));
    assertThat(kafka.sent).containsExactly("a");
    assertThat(registry.get("goku.agent.spool.dropped").counter().count()).isOne();
    sender.close();
  }

  @Test
  void aReadingThatCannotBeWrittenIsSentAllTheSame() throws IOException {
    var sender = open();
    Files.delete(directory.resolve("spool.lock"));
    Files.delete(directory);
    sender.send(List.of("a"));
    assertThat(kafka.sent).containsExactly("a");
    assertThat(registry.get("goku.agent.failures").tag("subject", "spool").counter().count())
        .isOne();
    sender.close();
    Files.createDirectory(directory);
  }

  @Test
  void aDirectoryThatCannotBeUsedIsNamed() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    var config = ConfigLoader.defaults(AgentConfig.class, "--spool.directory=" + file);
    assertThatThrownBy(() -> SpooledSender.connect(config, registry, clock))
        .isInstanceOf(StartupProblem.class)
        .hasMessageStartingWith("cannot use spool.directory=" + file + ": ")
        .hasMessageEndingWith("; give the agent a writable directory of its own");
  }

  private SpooledSender open() throws IOException {
    return new SpooledSender(
        Spool.open(directory, new DataSize(1 << 20), registry),
        kafka,
        FailureState.of("spool", registry),
        clock);
  }

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.filter(file -> file.toString().endsWith(".put.gz")).count();
    }
  }
}
