package goku.integration.programs.sender;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.integration.fixture.GokuProcess;
import goku.integration.programs.install.NotInstalledException;
import goku.integration.programs.install.Packages;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.Map;

/// StatsD with its back end for OpenTSDB. Until StatsD ends, a thread sends metrics to it.
record Statsd() implements Program {
  private static final String VERSION = "0.9.0";
  private static final String BACKEND = "0.1.0";
  private static final long PAUSE_MILLIS = 20;

  @Override
  public String name() {
    return "statsd-opentsdb-backend of npm";
  }

  @Override
  public Installed install() throws NotInstalledException {
    Path modules =
        Packages.node("statsd@" + VERSION, "statsd-opentsdb-backend@" + BACKEND)
            .resolve("node_modules");
    return new Installed(
        BACKEND + " in StatsD " + VERSION,
        (port, work) -> {
          int udp = GokuProcess.freePort();
          Path settings =
              ScriptFile.write(
                  work,
                  "statsd.js",
                  Map.of("PORT", port, "UDP", udp, "MANAGEMENT", GokuProcess.freePort()));
          ChildProcess statsd =
              ChildProcess.start(
                  work,
                  Map.of("NODE_PATH", modules.toString()),
                  "node",
                  modules.resolve("statsd/stats.js"),
                  settings);
          Thread.ofVirtual().name("statsd-client").start(() -> send(udp, statsd));
          return statsd;
        });
  }

  private static void send(int udp, ChildProcess statsd) {
    try (var socket = new DatagramSocket()) {
      for (int n = 0; statsd.isAlive(); n++) {
        byte[] text =
            "orders:1|c\norders.open:%d|g\norders.time:%d|ms\norders.user:%d|s"
                .formatted(n, n % 97, n % 13)
                .getBytes(UTF_8);
        socket.send(new DatagramPacket(text, text.length, InetAddress.getLoopbackAddress(), udp));
        Thread.sleep(PAUSE_MILLIS);
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
