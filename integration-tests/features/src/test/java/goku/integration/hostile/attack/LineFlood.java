package goku.integration.hostile.attack;

import goku.integration.hostile.client.Attacker;
import java.io.IOException;

/// Connections that send telnet lines again and again, and read only the first answers.
final class LineFlood {
  private LineFlood() {}

  static void send(Attacker attacker, byte[] lines) throws IOException {
    for (int i = 0; i < attacker.times(2, 8); i++) {
      var connection = attacker.connect();
      Thread.startVirtualThread(() -> connection.flood(lines, attacker.times(10, 500)));
      connection.skip(1 << 16);
    }
  }
}
