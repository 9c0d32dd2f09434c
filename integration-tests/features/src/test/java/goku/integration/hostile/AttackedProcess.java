package goku.integration.hostile;

import static org.awaitility.Awaitility.await;

import goku.integration.fixture.GokuHttp;
import goku.integration.fixture.GokuProcess;
import goku.integration.hostile.client.Attacker;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A standalone process with a small heap, and the client that uses it as intended. Used by one
/// thread.
final class AttackedProcess implements AutoCloseable {
  private static final String HEAP = "512m";
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final Path data;
  private final boolean isLong;
  private final @Nullable String token;
  private final String[] flags;
  private final int port = GokuProcess.freePort();
  private final int kafkaPort = GokuProcess.freePort();
  private final long startMillis = Instant.now().minusSeconds(3_000).toEpochMilli();
  private GokuProcess goku;
  private SteadyClient client;

  /// @param data the directory of its data
  /// @param isLong whether attacks do the work of the long form
  /// @param token the token of the client that uses the process as intended; null without users
  /// @param flags more flags of the process
  AttackedProcess(Path data, boolean isLong, @Nullable String token, String... flags) {
    this.data = data;
    this.isLong = isLong;
    this.token = token;
    this.flags = flags.clone();
    goku = launch();
    AttackedData.write(http(), Instant.now().getEpochSecond(), isLong ? 200_000 : 10_000);
    SteadyClient.prepare(http(), startMillis);
    client = connect(Map.of());
  }

  private GokuProcess launch() {
    List<String> all = new ArrayList<>(List.of(flags));
    all.add("--no-agent");
    return GokuProcess.startWithHeap(HEAP, data, port, kafkaPort, all.toArray(String[]::new));
  }

  private GokuHttp http() {
    return goku.http().withToken(token);
  }

  private SteadyClient connect(Map<Long, Double> acknowledged) {
    await().atMost(PATIENCE).until(() -> SteadyClient.isPrepared(http(), startMillis));
    return SteadyClient.start(http(), startMillis, acknowledged);
  }

  /// Ends the process in order, starts it again, and waits until it returns what it had.
  void restart() {
    client.close();
    goku.terminate();
    goku = launch();
    client = connect(client.acknowledged());
    awaitExact();
  }

  /// Waits until queries return each datapoint that was acknowledged.
  void awaitExact() {
    await()
        .atMost(PATIENCE)
        .pollInterval(Duration.ofMillis(50))
        .ignoreExceptionsInstanceOf(UncheckedIOException.class)
        .until(
            () -> {
              requireAlive();
              return client.isExact();
            });
  }

  private void requireAlive() {
    if (!goku.isAlive()) {
      throw new IllegalStateException("the process has ended; it printed:\n" + goku.output());
    }
  }

  Attacker attacker() {
    return new Attacker(
        which ->
            switch (which) {
              case PUBLIC -> port;
              case ADMIN -> goku.adminPort();
              case KAFKA -> kafkaPort;
            },
        isLong);
  }

  SteadyClient client() {
    return client;
  }

  /// Returns the lines that the process has printed since its start.
  Stream<String> output() {
    return goku.output().lines();
  }

  /// Returns the bytes of the heap that are used after a collection.
  long liveBytes() {
    goku.collectGarbage();
    return (long) http().metric("jvm_memory_used_bytes", "area=\"heap\"");
  }

  @Override
  public void close() {
    client.close();
    goku.close();
  }
}
