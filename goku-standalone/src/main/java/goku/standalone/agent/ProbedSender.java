package goku.standalone.agent;

import goku.standalone.agent.lag.LagProbe;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;

/// Sends put lines, and has it measured when queries find them.
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
