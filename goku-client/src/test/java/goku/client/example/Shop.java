package goku.client.example;

import goku.client.GokuProducer;
import goku.client.LossLog;
import goku.client.ProducerOptions;
import goku.client.micrometer.GokuMeterRegistry;
import goku.client.micrometer.GokuRegistryConfig;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;

/// An example service that counts its orders and reports a deployment. Its argument is Kafka's
/// address.
final class Shop {
  private Shop() {}

  public static void main(String[] args) {
    String kafka = args.length == 0 ? "localhost:9092" : args[0];
    meters(kafka);
    datapoints(kafka);
  }

  /// Sends by Micrometer: counts, and the registry sends once a minute.
  private static void meters(String kafka) {
    GokuRegistryConfig config = Map.of("goku.bootstrapServers", kafka)::get;
    var registry = new GokuMeterRegistry(config, Clock.SYSTEM);
    registry.config().commonTags("service", "shop", "host", "web01");

    registry.counter("orders.placed", "city", "berlin").increment(3);
    Timer.builder("orders.duration").register(registry).record(Duration.ofMillis(250));

    // a service closes it at its end, which sends the counts since the last minute
    registry.close();
  }

  /// Sends without Micrometer: datapoints with their own timestamps.
  private static void datapoints(String kafka) {
    try (var goku = new GokuProducer(ProducerOptions.of(kafka), new LossLog())) {
      long now = System.currentTimeMillis();
      goku.send("shop.version", now, 42, Map.of("host", "web01"));
    }
  }
}
