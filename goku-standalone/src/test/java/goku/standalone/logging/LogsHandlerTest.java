package goku.standalone.logging;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import goku.http.HttpError;
import goku.http.HttpRequest;
import goku.http.HttpResponse;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LogsHandlerTest {
  private static final Logger LOG = LoggerFactory.getLogger("goku.test.logs");

  private final LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
  private final RecentLog recent = new RecentLog();
  private final LogsHandler handler = new LogsHandler();

  /// Adds the appender as `logback.xml` does. Tests have their own configuration.
  @BeforeEach
  void start() {
    recent.setName("RECENT");
    recent.setContext(context);
    recent.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(recent);
    context.getLogger("goku.test.logs").setLevel(Level.INFO);
  }

  @AfterEach
  void stop() {
    context.getLogger(Logger.ROOT_LOGGER_NAME).detachAppender(recent);
    recent.stop();
  }

  private static HttpRequest request(String method, String parameter) {
    return new HttpRequest(
        method, "/logs", Map.of(parameter, List.of("")), Map.of(), new byte[0], "test");
  }

  private String get(String parameter) throws Exception {
    HttpResponse response = handler.handle(request("GET", parameter));
    var out = new ByteArrayOutputStream();
    response.body().writeTo(out);
    return out.toString(UTF_8);
  }

  @Test
  void newestLineComesFirst() throws Exception {
    LOG.info("first of logs");
    LOG.warn("second of\nlogs", new IllegalStateException("why\t"));
    List<String> lines = get("x").lines().filter(line -> line.contains("of logs")).toList();
    List<String> escaped = get("x").lines().filter(line -> line.contains("of\\nlogs")).toList();
    assertThat(lines.getFirst())
        .matches("\\d{10}\tINFO\t[^\t]+\tgoku\\.test\\.logs\tfirst of logs");
    assertThat(escaped.getFirst())
        .matches(
            "\\d{10}\tWARN\t[^\t]+\tgoku\\.test\\.logs\tsecond of\\\\nlogs"
                + "\tjava.lang.IllegalStateException: why\\\\t");
    assertThat(get("json")).startsWith("[\"").contains("\\tINFO\\t", "first of logs\"");
  }

  @Test
  void onlyTheLastLinesAreKeptAndLongOnesAreCut() throws Exception {
    LOG.info("long " + "x".repeat(10_000));
    assertThat(get("x").lines().filter(line -> line.contains("\tlong xx")).findFirst())
        .hasValueSatisfying(line -> assertThat(line).hasSize(RecentLog.MOST_CHARACTERS + 3));
    for (int i = 0; i < RecentLog.MOST_LINES + 10; i++) {
      LOG.info("line {}", i);
    }
    assertThat(get("x").lines()).hasSize(RecentLog.MOST_LINES);
  }

  @Test
  void levelsCannotBeChanged() {
    assertThat(
            catchThrowableOfType(HttpError.class, () -> handler.handle(request("GET", "level")))
                .status())
        .isEqualTo(501);
    assertThat(
            catchThrowableOfType(HttpError.class, () -> handler.handle(request("POST", "x")))
                .status())
        .isEqualTo(405);
  }
}
