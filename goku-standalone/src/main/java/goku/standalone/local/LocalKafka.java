package goku.standalone.local;

import goku.config.Key;
import goku.embedded.EmbeddedKafka;
import goku.standalone.process.StopSignal;
import java.nio.file.Path;

/// The command `goku kafka`: one Kafka broker that is its own controller.
public record LocalKafka(
    @Key(value = "data", byDefault = "goku-kafka", min = 1, doc = "directory of the broker")
        Path data,
    @Key(
            value = "port",
            byDefault = "9092",
            min = 1,
            max = 65535,
            doc = "port of the broker on 127.0.0.1")
        int port) {

  public static int run(LocalKafka config) throws InterruptedException {
    LocalServer.prepare(config.data(), config.port());
    try (var stop = new StopSignal();
        var kafka = new EmbeddedKafka(config.data(), LocalServer.HOST, config.port())) {
      kafka.start();
      return LocalServer.serve("kafka", kafka.bootstrapServers(), stop);
    }
  }
}
