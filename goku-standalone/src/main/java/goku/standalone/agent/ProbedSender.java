package goku.standalone.agent;

import goku.standalone.agent.lag.LagProbe;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// A sender of put lines that also has their lag measured.
record ProbedSender(LineSender sender, LagProbe probe, InstantSource clock) implements LineSender {
  @Override
  public void send(List<String> lines) {
    Instant now = clock.instant();
    sender.send(lines);
    probe.sent(lines, now);
  }

  @Override
  public void close() {
    probe.close();
    sender.close();
  }
}
