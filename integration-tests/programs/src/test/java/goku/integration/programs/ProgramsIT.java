package goku.integration.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import goku.integration.fixture.GokuProcess;
import goku.integration.programs.Answers.Compared;
import goku.integration.programs.install.NotInstalledException;
import goku.integration.programs.recording.RecordingProxy;
import goku.integration.programs.recording.Sent;
import goku.integration.programs.recording.SentDatapoint;
import goku.integration.programs.sender.ChildProcess;
import goku.integration.programs.sender.Program;
import goku.integration.programs.sender.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Each program sends to a standalone through a proxy that keeps the data sent. The standalone
/// answers exactly these data. Prints a table, and writes it to `target/programs.md`.
class ProgramsIT {
  private static final Duration TO_SEND = Duration.ofMinutes(2);
  private static final Duration TO_ARRIVE = Duration.ofMinutes(2);
  private static final Duration POLL = Duration.ofMillis(200);
  private static final int SHOWN = 10;
  private static final Path TABLE =
      GokuProcess.checkout().resolve("integration-tests/programs/target/programs.md");

  private static final List<Outcome> OUTCOMES = new ArrayList<>();

  @TempDir static Path folder;
  private static GokuProcess goku;

  @BeforeAll
  static void start() {
    goku = GokuProcess.start(folder.resolve("goku"));
  }

  @AfterAll
  static void stop() throws IOException {
    goku.close();
    String table = Outcome.table(OUTCOMES);
    System.out.println(table);
    Files.writeString(TABLE, table + "\n");
  }

  static List<Program> programs() {
    return Programs.ALL;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void allThatAProgramSendsIsAnsweredWithEqualValues(Program program) throws IOException {
    Program.Installed installed;
    try {
      installed = program.install();
    } catch (NotInstalledException e) {
      OUTCOMES.add(Outcome.notStarted(program.name(), e.reason()));
      assumeTrue(false, program.name() + ": " + e.reason());
      return;
    }
    Outcome outcome = run(program, installed);
    OUTCOMES.add(outcome);
    assertThat(outcome.differences()).isEmpty();
    assertThat(outcome.sent()).isPositive();
  }

  @Test
  void requestsOfTheCheckForNagiosAreAnsweredWithEqualValues() {
    var check = new CheckTsd(goku.http());
    try (var proxy = RecordingProxy.to(goku.port())) {
      CheckTsd.send(proxy.port(), Instant.now());
      // answers are refused while the ingestor lags
      for (String aggregator : List.of("sum", "avg", "min", "max")) {
        await()
            .pollInterval(POLL)
            .untilAsserted(
                () ->
                    assertThat(check.answer(aggregator).values())
                        .isNotEmpty()
                        .containsExactlyInAnyOrderElementsOf(proxy.sent().datapoints()));
      }
      List<SentDatapoint> sent = proxy.sent().datapoints();
      OUTCOMES.add(
          Outcome.of(
              CheckTsd.NAME, "", proxy.sent(), new Compared(sent.size(), sent.size(), List.of())));
    }
  }

  private static Outcome run(Program program, Program.Installed installed) throws IOException {
    Path work = Files.createTempDirectory(folder, "program");
    try (var proxy = RecordingProxy.to(goku.port())) {
      String output;
      try (ChildProcess process = installed.start().at(proxy.port(), work)) {
        within(
            TO_SEND,
            () -> proxy.sent().datapoints().size() >= program.enough() || !process.isAlive());
        output = process.output();
      }
      // the last bytes of a program pass the proxy after its end
      var answers = new Answers(goku.http());
      within(TO_ARRIVE, () -> answers.compare(proxy.sent().datapoints()).differences().isEmpty());
      Sent sent = proxy.sent();
      Compared compared = answers.compare(sent.datapoints());
      report(program, sent, proxy.errors(), output, compared);
      return Outcome.of(program.name(), installed.version(), sent, compared);
    }
  }

  /// Waits for the condition. After the limit, the outcome shows the missing datapoints.
  private static void within(Duration limit, Callable<Boolean> condition) {
    try {
      await().atMost(limit).pollInterval(POLL).until(condition);
    } catch (ConditionTimeoutException e) {
      // the table shows the missing datapoints
    }
  }

  private static void report(
      Program program, Sent sent, List<String> errors, String output, Compared compared) {
    System.out.println(program.name());
    print("refused, also by OpenTSDB", sent.refused());
    print("sent besides datapoints", sent.other());
    print("answered errors", errors);
    print("differences", compared.differences());
    if (!compared.differences().isEmpty() || compared.sent() == 0) {
      System.out.println(output);
    }
  }

  private static void print(String title, List<String> texts) {
    texts.stream().distinct().limit(SHOWN).forEach(text -> System.out.println(title + ": " + text));
  }
}
