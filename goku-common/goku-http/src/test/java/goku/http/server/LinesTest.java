package goku.http.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import goku.http.LineHandler;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// The line protocol's half of the port.
class LinesTest {
  private final List<String> calls = new CopyOnWriteArrayList<>();
  private final AtomicInteger bulk = new AtomicInteger();
  private final AtomicLong bulkBytes = new AtomicLong();
  private final Semaphore blocked = new Semaphore(0);
  private final HttpFixture http =
      new HttpFixture(
          HttpFixture.limits(Duration.ofMinutes(5), Duration.ofSeconds(30)),
          HttpFixture.echo(),
          remote -> new Recorder());

  @AfterEach
  void stop() {
    blocked.release(1_000_000);
    http.close();
  }

  private final class Recorder implements LineHandler {
    private int losses;

    @Override
    public void line(byte[] bytes, int offset, int length, Replies replies) {
      String line = new String(bytes, offset, length, UTF_8);
      switch (line.split(" ", 2)[0]) {
        case "version" -> replies.reply("goku 1");
        case "exit" -> replies.close();
        case "lose" -> losses++;
        case "noise" -> {
          bulk.incrementAndGet();
          replies.reply("n".repeat(1_000));
          return;
        }
        case "block" -> blocked.acquireUninterruptibly();
        case "bug" -> throw new IllegalStateException("bug");
        case "bulk" -> {
          bulk.incrementAndGet();
          bulkBytes.addAndGet(length);
          return;
        }
        default -> {}
      }
      calls.add(line);
    }

    @Override
    public void tooLong(int limitBytes, Replies replies) {
      calls.add("too long " + limitBytes);
    }

    @Override
    public void rest(boolean more, Replies replies) {
      if (losses > 0) {
        replies.reply("lost " + losses);
        losses = 0;
      }
      if (calls.isEmpty() || !calls.getLast().equals("rest")) {
        calls.add("rest");
      }
    }
  }

  @Test
  void servesLinesAndHttpOnOnePort() throws Exception {
    try (RawClient lines = http.raw();
        RawClient web = http.raw()) {
      lines.send("version\n");
      web.send("GET /api/echo HTTP/1.1\r\n\r\n");
      assertThat(lines.line()).isEqualTo("goku 1");
      assertThat(web.answer()).endsWith("GET ");
    }
  }

  @Test
  void cutsLinesWhereverThePacketsEnd() throws Exception {
    try (RawClient lines = http.raw()) {
      lines.send("put a 1\r\nput b");
      await().until(() -> calls.contains("rest"));
      lines.send(" 2\nput c 3\r");
      await().until(() -> calls.contains("put b 2"));
      lines.send("\n\nput d 4\n");
      await().until(() -> calls.contains("put d 4"));
    }
    assertThat(calls.stream().filter(call -> !call.equals("rest")))
        .containsExactly("put a 1", "put b 2", "put c 3", "", "put d 4");
  }

  /// An hour's linger, of which nothing is waited for: neither by the first line nor at the end.
  @Test
  void passesOnTheFirstLineAtOnceAndWhatFollowsWhenItHasLingeredOrTheConnectionEnds()
      throws Exception {
    var gathering =
        new LineHandler.Factory() {
          @Override
          public LineHandler open(String remote) {
            return new Recorder();
          }

          @Override
          public Duration linger() {
            return Duration.ofHours(1);
          }
        };
    var limits = HttpFixture.limits(Duration.ofMinutes(5), Duration.ofSeconds(30));
    try (var patient = new HttpFixture(limits, HttpFixture.echo(), gathering)) {
      try (RawClient lines = patient.raw()) {
        lines.send("put a 1\n");
        await().until(() -> calls.contains("rest"));
        lines.send("put b 2\n");
        await().until(() -> calls.contains("put b 2"));
        lines.send("version\n");
        assertThat(lines.line()).isEqualTo("goku 1"); // who waits for a reply gets it
        assertThat(calls).containsExactly("put a 1", "rest", "put b 2", "version");
      }
      await().until(() -> calls.getLast().equals("rest"));
    }
  }

  @Test
  void skipsAndReportsALineOverTheLimit() throws Exception {
    try (RawClient lines = http.raw()) {
      lines.send("x".repeat(HttpFixture.MAX_LINE) + "\r\n");
      lines.send("y".repeat(HttpFixture.MAX_LINE + 1) + "\n");
      lines.send("z".repeat(5_000));
      await().until(() -> calls.stream().filter(call -> call.equals("too long 100")).count() == 2);
      lines.send("z".repeat(5_000) + "\nput a 1\n");
      await().until(() -> calls.contains("put a 1"));
    }
    assertThat(calls.stream().filter(call -> !call.equals("rest")))
        .containsExactly(
            "x".repeat(HttpFixture.MAX_LINE), "too long 100", "too long 100", "put a 1");
    assertThat(http.count("goku.lines.skipped", "reason", "too-long")).isEqualTo(2);
  }

  @Test
  void restsWhenTheConnectionEndsAndDoesNotTakeHalfALine() throws Exception {
    try (RawClient lines = http.raw()) {
      lines.send("put a 1\nput b 12");
    }
    await()
        .untilAsserted(
            () ->
                assertThat(http.count("goku.lines.skipped", "reason", "unfinished")).isEqualTo(1));
    assertThat(calls).containsSubsequence("put a 1", "rest").doesNotContain("put b 12");
  }

  @Test
  void tellsAClientThatEndsWithinALine() throws Exception {
    try (RawClient lines = http.raw()) {
      lines.send("version\nput b 12");
      lines.socket.shutdownOutput();
      assertThat(lines.rest())
          .isEqualTo(
              "goku 1\n"
                  + "error: the connection ended within a line, which is not stored: end each line"
                  + " with a line feed\n");
    }
  }

  /// A loss of earlier lines may only be known after `exit` was read.
  @Test
  void tellsWhatWasLostAlsoAfterExit() throws Exception {
    try (RawClient lines = http.raw()) {
      lines.send("lose a\nexit\nversion\n");
      assertThat(lines.rest()).isEqualTo("lost 1\n");
    }
    assertThat(calls).contains("lose a", "exit").doesNotContain("version");
  }

  @Test
  void answersAClientThatHasEndedItsSide() throws Exception {
    try (RawClient lines = http.raw()) {
      lines.send("version\n");
      lines.socket.shutdownOutput();
      assertThat(lines.rest()).isEqualTo("goku 1\n");
    }
  }

  @Test
  void closesWhenTheHandlerSaysSoAndTakesNoLineAfterIt() throws Exception {
    try (RawClient lines = http.raw()) {
      lines.send("version\nexit\nput late 1\n");
      assertThat(lines.rest()).isEqualTo("goku 1\n");
    }
    assertThat(calls).doesNotContain("put late 1");
  }

  @Test
  void closesTheConnectionWhenTheHandlerFails() throws Exception {
    try (RawClient lines = http.raw()) {
      lines.send("bug\nput late 1\n");
      assertThat(lines.rest()).isEmpty();
    }
    assertThat(calls).doesNotContain("put late 1");
  }

  @Test
  void throttlesAClientThatReadsLateAndDropsNoReply() throws Exception {
    int total = 30_000; // replies of 30 MB, more than the buffers of the kernel hold
    byte[] noise = "noise\n".getBytes(UTF_8);
    try (RawClient lines = http.raw()) {
      Thread sender =
          Thread.ofVirtual().start(() -> send(lines, noise, total, new AtomicInteger()));
      await().during(Duration.ofMillis(300)).until(() -> bulk.get() > 0 && bulk.get() < total);
      var replies = new BufferedReader(new InputStreamReader(lines.socket.getInputStream(), UTF_8));
      for (int i = 0; i < total; i++) {
        assertThat(replies.readLine()).hasSize(1_000);
      }
      sender.join();
      lines.send("version\n");
      assertThat(replies.readLine()).isEqualTo("goku 1");
    }
    assertThat(http.count("goku.lines.replies.dropped")).isZero();
  }

  @Test
  void dropsRepliesToAClientThatNeverReadsAndGoesOn() throws Exception {
    var impatient =
        new LineHandler.Factory() {
          @Override
          public LineHandler open(String remote) {
            return new Recorder();
          }

          @Override
          public Duration patience() {
            return Duration.ofMillis(10);
          }
        };
    var limits = HttpFixture.limits(Duration.ofMinutes(5), Duration.ofSeconds(30));
    try (var server = new HttpFixture(limits, HttpFixture.echo(), impatient);
        RawClient lines = server.raw()) {
      lines.socket.setReceiveBufferSize(4_096);
      String noise = "noise\n".repeat(1_000);
      await()
          .until(
              () -> {
                lines.send(noise);
                return server.count("goku.lines.replies.dropped") > 1_000;
              });
      lines.send("put last 1\n");
      await().until(() -> calls.contains("put last 1"));
    }
  }

  @Test
  void stopsReadingWhileTheHandlerIsBlockedAndLosesNothing() throws Exception {
    byte[] line = ("bulk " + "b".repeat(90) + "\n").getBytes(UTF_8);
    int total = 300_000; // 29 MB, more than the buffers of the kernel hold
    try (RawClient lines = http.raw()) {
      lines.send("block\n");
      AtomicInteger sent = new AtomicInteger();
      Thread sender = Thread.ofVirtual().start(() -> send(lines, line, total, sent));
      await().during(Duration.ofMillis(300)).until(() -> sent.get() > 0);
      int before = sent.get();
      await().during(Duration.ofMillis(300)).until(() -> sent.get() < total);
      assertThat(before).isLessThan(total);
      assertThat(bulk.get()).isZero();
      blocked.release();
      await().until(() -> bulk.get() == total);
      sender.join();
    }
    assertThat(bulkBytes.get()).isEqualTo((long) total * (line.length - 1));
  }

  private static void send(RawClient to, byte[] line, int total, AtomicInteger sent) {
    try {
      OutputStream out = to.socket.getOutputStream();
      for (int i = 0; i < total; i++) {
        out.write(line);
        sent.incrementAndGet();
      }
    } catch (SocketTimeoutException e) {
      throw new AssertionError("stuck", e);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void optionsThatATelnetClientNegotiatesFirstAreSkipped() throws Exception {
    try (RawClient raw = http.raw()) {
      raw.send("\u00ff\u00fb\u001f\u00ff");
      raw.send("\u00fb version\n");
      assertThat(raw.line()).isEqualTo("goku 1");
    }
    assertThat(calls).contains("version");
  }
}
