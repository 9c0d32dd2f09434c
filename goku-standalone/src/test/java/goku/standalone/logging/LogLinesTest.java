package goku.standalone.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogLinesTest {
  private final LoggerContext context = context();

  @TempDir private Path directory;

  @Test
  void asJsonEachEventIsAnObjectOnALineWithItsFieldsAndItsException() throws Exception {
    String written = written("json");
    assertThat(written.lines()).hasSize(1);
    JsonNode line = new JsonMapper().readTree(written);
    assertThat(line.path("level").asText()).isEqualTo("WARN");
    assertThat(line.path("loggerName").asText()).isEqualTo("goku.test");
    assertThat(line.path("formattedMessage").asText()).isEqualTo("took 7 \"ms\"\nand more");
    assertThat(line.path("kvpList").toString()).contains("\"user\"", "anna");
    assertThat(line.path("throwable").path("message").asText()).isEqualTo("broken");
    assertThat(line.path("timestamp").isNumber()).isTrue();
  }

  @Test
  void textIsTheDefaultAndWhatAnUnknownFormatFallsBackTo() {
    assertThat(written("text")).startsWith("WARN goku.test took 7");
    assertThat(written("xml")).startsWith("WARN goku.test took 7");
    assertThat(context.getStatusManager().getCopyOfStatusList())
        .anyMatch(status -> status.getMessage().contains("text or json, not xml"));
  }

  @Test
  void noMessageForgesALine() {
    assertThat(written("text"))
        .startsWith("WARN goku.test took 7 \"ms\"\\nand more\n")
        .contains("IllegalStateException: broken\n");
    var cause = new IllegalStateException("cause\nERROR forged");
    var failure = new IllegalArgumentException("a\r\nERROR forged\u001b[2K", cause);
    failure.addSuppressed(new IllegalStateException("suppressed\nERROR forged"));
    String lines =
        written("text", "path=/\nERROR forged\u001b[1A\u202e \u0085\u2028 \u00fc", failure);
    assertThat(lines)
        .startsWith("WARN goku.test path=/\\nERROR forged\\u001b[1A\\u202e \\u0085\\u2028 \u00fc\n")
        .contains("IllegalArgumentException: a\\r\\nERROR forged\\u001b[2K\n")
        .contains("cause\\nERROR forged\n", "suppressed\\nERROR forged\n");
    assertThat(lines.lines().skip(1))
        .allMatch(
            line ->
                line.matches("(\\s+at |java\\.|Caused by: |\\s+Suppressed: |\\s+\\.\\.\\. ).*"));
  }

  @Test
  void theLogFileOfAServiceIsWrittenInTheFormatThatTheEnvironmentNames() throws Exception {
    Path file = directory.resolve("goku.log");
    context.putProperty("goku.log.file", file.toString());
    context.putProperty("GOKU_LOG_FORMAT", "json");
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(LogLines.class.getResource("/logback.xml"));
    context.getLogger("goku.test").info("hello");
    context.stop();
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(1);
    assertThat(new JsonMapper().readTree(lines.getFirst()).path("formattedMessage").asText())
        .isEqualTo("hello");
  }

  /// Returns a context as SLF4J creates it.
  private static LoggerContext context() {
    var context = new LoggerContext();
    context.setMDCAdapter(new LogbackMDCAdapter());
    return context;
  }

  private String written(String format) {
    return written(format, "took 7 \"ms\"\nand more", new IllegalStateException("broken"));
  }

  private String written(String format, String message, Exception failure) {
    var events = new ListAppender<ILoggingEvent>();
    events.setContext(context);
    events.start();
    var logger = context.getLogger("goku.test");
    logger.addAppender(events);
    logger.atWarn().addKeyValue("user", "anna").setCause(failure).log("{}", message);
    logger.detachAppender(events);
    var lines = new LogLines();
    lines.setContext(context);
    lines.setFormat(format);
    lines.setPattern("%level %logger %msg%n");
    lines.start();
    return new String(lines.encode(events.list.getFirst()), UTF_8);
  }
}
