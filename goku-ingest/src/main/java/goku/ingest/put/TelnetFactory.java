package goku.ingest.put;

import goku.http.LineHandler;
import goku.ingest.routing.IngestMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import org.apache.kafka.clients.producer.Producer;

/// A factory of telnet connection handlers. Thread-safe.
public final class TelnetFactory implements LineHandler.Factory {
  private final PutSettings settings;
  private final Producer<byte[], byte[]> producer;
  private final IngestMetrics metrics;
  private final TelnetCommands commands;

  /// Creates a factory of handlers that share the producer.
  ///
  /// @param version the answer to the command `version`
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

  /// Creates a factory of handlers without `put`, for a server that accepts no datapoints.
  public static LineHandler.Factory withoutPut(
      String version, MeterRegistry registry, InstantSource clock) {
    var commands = new TelnetCommands(version, registry, clock);
    return remote -> new ReadOnlyTelnet(commands);
  }

  @Override
  public LineHandler open(String remote) {
    var delivery =
        new Delivery(producer, metrics, settings.timeout(), settings.clock(), System::nanoTime);
    return new TelnetHandler(settings, delivery, commands, metrics);
  }

  @Override
  public Duration linger() {
    return settings.linger();
  }
}
