package goku.service.clock;

import goku.fault.TroubleLog;
import goku.telemetry.Check;
import goku.time.ClockStatus;
import goku.time.ElapsedTime;
import goku.time.Testimony;
import goku.time.TrustedClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The keeper of a process's clock. Every second it looks whether the clock is trusted. Every
/// minute, and every five seconds while the clock is not trusted, it asks independent clocks. Every
/// minute it saves the time if that is certain, so that the next start has something to compare the
/// wall clock with.
///
/// `start` is called once, before the clock is used. `check` and `close` are thread-safe.
public final class ClockKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ClockKeeper.class);

  private static final Duration TICK = Duration.ofSeconds(1);
  private static final long MINUTE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final long IN_DOUBT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final TrustedClock clock;
  private final ElapsedTime elapsed;
  private final Optional<ClockFile> file;
  private final List<Witness> witnesses;
  private final TroubleLog distrust = new TroubleLog(LOG, Level.WARN, "clock distrust", "");
  private final TroubleLog unsaved = new TroubleLog(LOG, Level.WARN, "clock file failure", "");
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("goku-clock").factory());

  // used by one thread at a time
  private long askedNanos;
  private long savedNanos;

  /// Creates a keeper with the time of this machine.
  ///
  /// @param directory the directory of the process's data; empty if it has none
  /// @param witnesses independent clocks; none in a process on its own
  public ClockKeeper(Optional<Path> directory, List<Witness> witnesses) {
    this(directory, witnesses, InstantSource.system(), ElapsedTime.ofMachine());
  }

  ClockKeeper(
      Optional<Path> directory, List<Witness> witnesses, InstantSource wall, ElapsedTime elapsed) {
    this.elapsed = elapsed;
    this.witnesses = List.copyOf(witnesses);
    file = directory.map(ClockFile::new);
    clock = clock(wall);
    savedNanos = elapsed.nanoTime().getAsLong();
  }

  /// Adds the gauges of the clock.
  public void addGauges(MeterRegistry registry) {
    Gauge.builder("goku.clock.trusted", () -> status().trusted() ? 1 : 0)
        .description("1 while the system clock is trusted, otherwise 0")
        .register(registry);
    Gauge.builder("goku.clock.deviation", () -> status().deviationMillis() / 1e3)
        .description("how far the system clock is ahead of the time it should show")
        .baseUnit("seconds")
        .register(registry);
  }

  /// Asks the independent clocks once, and starts to look regularly.
  public void start() {
    ask();
    look();
    long millis = TICK.toMillis();
    var _ = timer.scheduleWithFixedDelay(this::tick, millis, millis, TimeUnit.MILLISECONDS);
  }

  public TrustedClock clock() {
    return clock;
  }

  /// Returns the doubt about the clock as the reason of a check that does not fail: the process
  /// works.
  public Check check() {
    return new Check("clock", true, status().doubt());
  }

  /// Saves the time.
  @Override
  public void close() {
    timer.shutdownNow();
    save();
  }

  void tick() {
    try {
      ClockStatus status = look();
      long now = elapsed.nanoTime().getAsLong();
      if (now - askedNanos >= (status.trusted() ? MINUTE_NANOS : IN_DOUBT_NANOS)) {
        ask();
        look();
      }
      if (now - savedNanos >= MINUTE_NANOS) {
        savedNanos = now;
        save();
      }
    } catch (RuntimeException failed) {
      LOG.error("look at the clock failed, retrying", failed);
    }
  }

  private TrustedClock clock(InstantSource wall) {
    Optional<Instant> last = file.flatMap(ClockFile::read);
    if (!witnesses.isEmpty()) {
      return TrustedClock.witnessed(wall, elapsed, last.orElse(Instant.EPOCH));
    }
    return last.map(time -> TrustedClock.resumed(wall, elapsed, time))
        .orElseGet(() -> TrustedClock.fresh(wall, elapsed));
  }

  private ClockStatus look() {
    ClockStatus status = status();
    if (status.trusted()) {
      distrust.end();
    } else {
      distrust.begin(
          status.doubt()
              + ": expiry, finalization and removal wait; let NTP set the clock, or if it is"
              + " right, "
              + remedy(),
          null);
    }
    return status;
  }

  private String remedy() {
    return witnesses.isEmpty()
        ? "wait 10 minutes"
        : "make available: "
            + witnesses.stream().map(Witness::name).collect(Collectors.joining(", "));
  }

  private ClockStatus status() {
    return clock.status();
  }

  private void ask() {
    List<Testimony> heard = new ArrayList<>();
    for (Witness witness : witnesses) {
      try {
        witness
            .clock()
            .ask()
            .ifPresent(
                time ->
                    heard.add(new Testimony(time.toEpochMilli(), elapsed.nanoTime().getAsLong())));
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
      } catch (Exception unavailable) {
        LOG.debug("clock not available of={}", witness.name(), unavailable);
      }
    }
    clock.hear(heard);
    askedNanos = elapsed.nanoTime().getAsLong();
  }

  private synchronized void save() {
    Optional<Instant> certain = clock.certain();
    if (file.isEmpty() || certain.isEmpty()) {
      return;
    }
    try {
      file.get().write(certain.get());
      unsaved.end();
    } catch (IOException failed) {
      unsaved.begin("cannot write file=%s: %s".formatted(file.get().file(), failed), null);
    }
  }
}
