package goku.ingest.put;

import goku.http.LineHandler;
import goku.ingest.routing.IngestMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.kafka.clients.producer.Producer;

/// Makes the handler of each telnet connection. Thread-safe.
public final class TelnetFactory implements LineHandler.Factory {
  private final PutSettings settings;
  private final Producer<byte[], byte[]> producer;
  private final IngestMetrics metrics;
  private final TelnetCommands commands;

  /// A factory of handlers that share the producer.
  ///
  /// @param version what the command `version` answers
  public TelnetFactory(
      PutSettings settings,
      Producer<byte[], byte[]> producer,
      MeterRegistry registry,
      String version) {
    this.settings = settings;
    this.producer = producer;
    this.metrics = new IngestMetrics(registry, "telnet");
    this.commands = new TelnetCommands(version, registry, settings.clock());
  }

  /// A factory of handlers that only know the other commands, for a server that takes no
  /// datapoints.
  public static LineHandler.Factory withoutPut(
      String version, MeterRegistry registry, InstantSource clock) {
    var commands = new TelnetCommands(version, registry, clock);
    return remote -> new ReadOnlyTelnet(commands);
  }

  @Override
  public LineHandler open(String remote) {
    var delivery = new Delivery(producer, metrics, settings.timeout());
    return new TelnetHandler(settings, delivery, commands, metrics);
  }

  @Override
  public Duration linger() {
    return settings.linger();
  }
}
