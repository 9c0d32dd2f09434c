package goku.integration.hostile.attack;

import goku.integration.hostile.client.Attacker;
import java.io.IOException;

/// A fixed amount of work of hostile clients.
///
/// @param name its subject, and the harm that it intends
public record Attack(String name, Work work) {
  /// The work. It may leave connections open, and ends with an exception when they are closed.
  @FunctionalInterface
  public interface Work {
    void by(Attacker attacker) throws IOException;
  }
}
