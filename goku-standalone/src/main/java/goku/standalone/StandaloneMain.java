package goku.standalone;

import goku.embedded.DataDirectory;
import goku.embedded.ServerEnd;
import goku.file.FileDescriptors;
import goku.service.clock.ClockKeeper;
import goku.standalone.process.StopSignal;
import goku.telemetry.Check;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The life of the standalone process, from its start to the signal that ends it.
final class StandaloneMain {
  /// The longest start. Replaying a big topic takes a while, but more than this is a fault.
  private static final Duration READY_LIMIT = Duration.ofMinutes(30);

  private static final Duration SAY_EVERY = Duration.ofSeconds(5);
  private static final int CHECK_MILLIS = 50;

  private final StartupProgress progress;
  private final InstantSource clock;
  private final StopSignal stop;

  private StandaloneMain(StartupProgress progress, InstantSource clock, StopSignal stop) {
    this.progress = progress;
    this.clock = clock;
    this.stop = stop;
  }

  static int run(StandaloneConfig config) throws InterruptedException {
    var progress = new StartupProgress(System.out, InstantSource.system());
    OpenFilesCheck.require(FileDescriptors.ofThisProcess());
    // first the directory: it holds the log, and another process may own both
    try (var data = DataDirectory.open(config.data(), config.minFreeDisk());
        var stop = new StopSignal()) {
      // before the first class that logs
      System.setProperty("goku.log.file", data.root().resolve("goku.log").toString());
      System.setProperty("goku.console.level", "WARN");
      ServerEnd.report(data.kafka());
      try (var keeper = new ClockKeeper(Optional.of(data.root()), List.of())) {
        keeper.start();
        String directory = data.isNew() ? "a new data directory: " : "its data in ";
        progress.say("starting goku with " + directory + data.root());
        new StandaloneMain(progress, keeper.clock(), stop).run(config, data, keeper);
      }
    }
    return 0;
  }

  private void run(StandaloneConfig config, DataDirectory data, ClockKeeper keeper)
      throws InterruptedException {
    try (var service = new StandaloneService(config, data, progress, keeper)) {
      service.start();
      if (awaitReady(service)) {
        progress.say(WhatToTry.text(config, service.server()));
      }
      stop.await();
      progress.say("stopping; everything is kept");
    }
  }

  private boolean awaitReady(StandaloneService service) throws InterruptedException {
    Instant deadline = clock.instant().plus(READY_LIMIT);
    Instant sayNext = clock.instant().plus(SAY_EVERY);
    List<Check> missing = service.notReady();
    while (!missing.isEmpty()) {
      if (clock.instant().isAfter(deadline)) {
        throw new IllegalStateException("not ready after " + READY_LIMIT + ": " + missing);
      }
      if (clock.instant().isAfter(sayNext)) {
        missing.forEach(
            check -> progress.say("  waiting for " + check.component() + ": " + check.reason()));
        sayNext = clock.instant().plus(SAY_EVERY);
      }
      if (stop.within(CHECK_MILLIS)) {
        return false;
      }
      missing = service.notReady();
    }
    return true;
  }
}
