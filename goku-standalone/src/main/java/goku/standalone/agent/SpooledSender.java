package goku.standalone.agent;

import goku.client.LossListener;
import goku.embedded.StartupProblem;
import goku.standalone.agent.spool.ReadingFile;
import goku.standalone.agent.spool.Spool;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A sender that keeps each reading on disk until it is delivered. After an outage or a restart,
/// the readings are sent from the oldest on. A reading may arrive twice, which changes nothing.
/// Owned by one thread at a time.
final class SpooledSender implements LineSender {
  private static final Logger LOG = LoggerFactory.getLogger(SpooledSender.class);

  /// Half of the buffer of the client library, which loses lines beyond it.
  static final long MAX_IN_FLIGHT = 4 << 20;

  private final Spool spool;
  private final SettlingSender sender;
  private final FailureState state;
  private final InstantSource clock;

  /// The readings that were sent since all lines were last known to be settled.
  private final Set<ReadingFile> inFlight = new LinkedHashSet<>();

  private long inFlightBytes;
  private long lost;

  SpooledSender(Spool spool, SettlingSender sender, FailureState state, InstantSource clock) {
    this.spool = spool;
    this.sender = sender;
    this.state = state;
    this.clock = clock;
  }

  /// Returns a sender to Kafka, with a spool if it is configured.
  static LineSender connect(AgentConfig config, MeterRegistry registry, InstantSource clock) {
    var sends = FailureState.of("send", registry);
    LossListener losses = KafkaLineSender.losses(sends);
    if (config.spoolDirectory().isEmpty()) {
      return KafkaLineSender.connect(config, sends, losses);
    }
    Path directory = Path.of(config.spoolDirectory()).toAbsolutePath().normalize();
    try {
      Spool spool = Spool.open(directory, config.spoolLimit(), registry);
      var state = FailureState.of("spool", registry);
      var kafka = KafkaLineSender.connect(config, sends, withoutEnd(losses));
      return new SpooledSender(spool, kafka, state, clock);
    } catch (IOException e) {
      if (config.spoolDirectory().equals(AgentConfig.DEFAULT_SPOOL)) { // nobody asked for it
        LOG.warn(
            "readings are kept in memory only, set spool.directory to keep them on disk"
                + " directory={} cause={}",
            directory,
            e.toString());
        return KafkaLineSender.connect(config, sends, losses);
      }
      throw new StartupProblem(
          "cannot use spool.directory=%s: %s; give the agent a writable directory of its own"
              .formatted(directory, e),
          e);
    }
  }

  /// Returns a listener that does not hear of lines that are left at the end, as they are on disk.
  private static LossListener withoutEnd(LossListener losses) {
    return (datapoints, reason, cause) -> {
      if (reason != LossListener.Reason.CLOSED) {
        losses.lost(datapoints, reason, cause);
      }
    };
  }

  @Override
  public void send(List<String> lines) {
    removeSettled();
    try {
      spool.add(clock.instant(), lines);
      state.succeeded();
    } catch (IOException e) {
      state.failed(e);
      sender.send(lines);
    }
    sendNext();
  }

  private void removeSettled() {
    if (!sender.isSettled()) {
      return;
    }
    if (sender.lost() == lost) {
      inFlight.forEach(spool::remove);
    }
    lost = sender.lost();
    inFlight.clear(); // those of which lines were lost are sent again
    inFlightBytes = 0;
  }

  private void sendNext() {
    for (ReadingFile reading : spool.readings()) {
      if (!inFlight.contains(reading)) {
        if (inFlightBytes >= MAX_IN_FLIGHT) {
          return;
        }
        send(reading);
      }
    }
  }

  private void send(ReadingFile reading) {
    try {
      List<String> lines = reading.lines();
      sender.send(lines);
      inFlight.add(reading);
      inFlightBytes += lines.stream().mapToLong(line -> line.length() + 1L).sum();
    } catch (IOException e) {
      spool.drop(reading, e.toString());
    }
  }

  /// Gives the last readings some time. Those that are not delivered stay on disk.
  @Override
  public void close() {
    sender.close();
    removeSettled();
    try {
      spool.close();
    } catch (IOException e) {
      state.failed(e);
    }
  }
}
