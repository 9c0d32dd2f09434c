package goku.ingest.put;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.http.LineHandler;
import goku.model.FormatLevel;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.apache.kafka.clients.producer.MockProducer;

/// Telnet sessions of tests. Stateless.
final class TelnetSession {
  private TelnetSession() {}

  /// Opens a handler of a session in a deployment of the format level.
  static LineHandler open(MockProducer<byte[], byte[]> kafka, FormatLevel formats) {
    PutSettings settings = PutFixture.settingsWithRollups(RefusedPuts.ERROR, formats);
    return new TelnetFactory(settings, kafka, new SimpleMeterRegistry(), "1.2").open("test");
  }

  /// Sends the lines, and then ends the session.
  static void say(LineHandler handler, Written written, String... lines) {
    for (String line : lines) {
      byte[] bytes = ("xx" + line).getBytes(UTF_8);
      handler.line(bytes, 2, bytes.length - 2, written);
    }
    handler.rest(false, written);
  }
}
