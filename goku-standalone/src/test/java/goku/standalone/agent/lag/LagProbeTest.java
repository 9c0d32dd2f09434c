package goku.standalone.agent.lag;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.http.HttpConfig;
import goku.http.HttpError;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.http.server.HttpServer;
import goku.testkit.HangLimits;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LagProbeTest {
  private static final Instant SENT = Instant.ofEpochMilli(20_250);
  private static final String FOUND = "[{\"metric\":\"jvm.uptime\",\"dps\":{\"20\":1}}]";
  private static final List<String> LINES =
      List.of("put host.load 20 0.5 host=h", "put jvm.uptime 20 7 host=h zone=z");

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final AtomicReference<Instant> now = new AtomicReference<>(SENT);
  private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final LagProbe probe = new LagProbe(this::answer, registry, now::get);

  /// Answers what the test says, when it says it.
  private byte[] answer(Map<String, String> parameters) throws IOException, InterruptedException {
    asked.add(
        "%s..%s %s".formatted(parameters.get("start"), parameters.get("end"), parameters.get("m")));
    String answer = answers.take();
    if (answer.isEmpty()) {
      throw new IOException("503");
    }
    return answer.getBytes(UTF_8);
  }

  @AfterEach
  void close() {
    probe.close();
  }

  @Test
  void theLagIsTheTimeFromSendingADatapointUntilAQueryFindsIt() throws Exception {
    probe.sent(LINES, SENT);
    assertThat(asked.poll(HangLimits.STEP.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo("20..21 none:jvm.uptime{host=h,zone=z}");
    answers.add("[]");
    assertThat(asked.poll(HangLimits.STEP.toSeconds(), TimeUnit.SECONDS))
        .as("asked again")
        .isNotNull();
    now.set(SENT.plusMillis(1_500));
    answers.add(FOUND);
    await().until(() -> lag().count() == 1);
    assertThat(lag().totalTime(TimeUnit.MILLISECONDS)).isEqualTo(1_500);
    await().until(() -> waitingMillis() == 0);
  }

  @Test
  void whileNoQueryFindsItItsAgeIsTold() throws Exception {
    probe.sent(LINES, SENT);
    assertThat(asked.poll(HangLimits.STEP.toSeconds(), TimeUnit.SECONDS)).isNotNull();
    now.set(SENT.plusSeconds(90));
    assertThat(waitingMillis()).isEqualTo(90_000);
    assertThat(lag().count()).isZero();
  }

  @Test
  void aRootThatDoesNotAnswerIsCountedAndAskedAgain() throws Exception {
    probe.sent(LINES, SENT);
    answers.add("");
    answers.add("no JSON");
    answers.add(FOUND);
    await().until(() -> lag().count() == 1);
    assertThat(registry.get("goku.agent.lag.failures").counter().count()).isEqualTo(2);
  }

  @Test
  void itAsksAgainAfterATenthOfTheTimeThatHasPassed() {
    assertThat(LagProbe.pauseAfter(Duration.ZERO)).hasMillis(20);
    assertThat(LagProbe.pauseAfter(Duration.ofSeconds(3))).hasMillis(300);
    assertThat(LagProbe.pauseAfter(Duration.ofMinutes(3))).hasSeconds(1);
  }

  @Test
  void aRootElsewhereIsAskedOverHttpWithWhatOpensIt() throws Exception {
    var routes =
        new Routes()
            .add(
                "/api/query",
                request -> {
                  if (!request.header("authorization").equals(Optional.of("Bearer t"))) {
                    throw new HttpError(401, "who are you?");
                  }
                  return HttpResponse.json(200, request.parameter("m").orElse(""));
                });
    try (var server = new HttpServer(HttpConfig.standard("127.0.0.1", 0), routes, null, registry)) {
      server.start();
      String url = "http://127.0.0.1:" + server.port() + "/";
      var question = Map.of("m", "none:jvm.uptime{host=h}");
      assertThat(new HttpRoot(url, "Bearer t").query(question))
          .asString(UTF_8)
          .isEqualTo("none:jvm.uptime{host=h}");
      assertThatThrownBy(() -> new HttpRoot(url, "").query(question))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("401")
          .hasMessageContaining("who are you?");
      assertThat(new RoutesRoot(withoutPassword()).query(question))
          .asString(UTF_8)
          .isEqualTo("none:jvm.uptime{host=h}");
    }
  }

  private static Routes withoutPassword() {
    return new Routes()
        .add("/api/query", request -> HttpResponse.json(200, request.parameter("m").orElse("")));
  }

  private Timer lag() {
    return registry.get("goku.agent.lag").timer();
  }

  private double waitingMillis() {
    return registry.get("goku.agent.lag.waiting").timeGauge().value(TimeUnit.MILLISECONDS);
  }
}
