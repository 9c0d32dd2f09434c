package goku.fault;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class TroubleLogTest {
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final Logger logger = new LoggerContext().getLogger("test");
  private long nanos;
  private final TroubleLog trouble =
      new TroubleLog(logger, Level.WARN, "backup failure", "namespace=ns1", () -> nanos);

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
  }

  @Test
  void beginAndEndAreLoggedOnceWithTheSameWords() {
    trouble.begin("connection refused", null);
    trouble.begin("timeout", null);
    assertThat(trouble.isOn()).isTrue();
    nanos += TimeUnit.MILLISECONDS.toNanos(12_345);
    trouble.end();
    trouble.end();
    assertThat(trouble.isOn()).isFalse();
    assertThat(logged())
        .containsExactly(
            "WARN backup failure began namespace=ns1 cause=connection refused",
            "INFO backup failure ended namespace=ns1 after=12.3s");
  }

  @Test
  void aTroubleCanBeginAgain() {
    trouble.begin("first", null);
    trouble.end();
    trouble.begin("second", null);
    assertThat(logged()).last().asString().endsWith("cause=second");
  }

  @Test
  void anEndWithoutABeginIsNotLogged() {
    trouble.end();
    assertThat(logged()).isEmpty();
  }

  @Test
  void anotherCauseIsLoggedOnlyWhereAskedFor() {
    trouble.beginOrChange("first", null);
    trouble.beginOrChange("first", null);
    trouble.beginOrChange("second", null);
    nanos += TimeUnit.SECONDS.toNanos(1);
    trouble.end();
    assertThat(logged())
        .containsExactly(
            "WARN backup failure began namespace=ns1 cause=first",
            "WARN backup failure changed namespace=ns1 cause=second",
            "INFO backup failure ended namespace=ns1 after=1.0s");
  }

  @Test
  void theStackTraceIsLoggedWithTheBegin() {
    trouble.begin("broken", new IllegalStateException("broken"));
    assertThat(lines.list.getFirst().getThrowableProxy().getMessage()).isEqualTo("broken");
  }

  @Test
  void anEventWithoutFieldsHasNoGap() {
    var bare = new TroubleLog(logger, Level.ERROR, "poll failure", "", () -> nanos);
    bare.begin("timeout", null);
    bare.end();
    assertThat(logged())
        .containsExactly(
            "ERROR poll failure began cause=timeout", "INFO poll failure ended after=0.0s");
  }

  @Test
  void concurrentReportsAreLoggedOnce() throws InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 100; i++) {
        threads.execute(() -> trouble.begin("timeout", null));
      }
    }
    assertThat(logged()).hasSize(1);
  }

  private List<String> logged() {
    return lines.list.stream()
        .map(line -> line.getLevel() + " " + line.getFormattedMessage())
        .toList();
  }
}
