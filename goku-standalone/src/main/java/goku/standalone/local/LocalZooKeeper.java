package goku.standalone.local;

import goku.config.Key;
import goku.embedded.EmbeddedZooKeeper;
import goku.standalone.process.StopSignal;
import java.nio.file.Path;

/// The command `goku zookeeper`: one ZooKeeper server.
public record LocalZooKeeper(
    @Key(value = "data", byDefault = "goku-zookeeper", min = 1, doc = "directory of the server")
        Path data,
    @Key(
            value = "port",
            byDefault = "2181",
            min = 1,
            max = 65535,
            doc = "port of the server on 127.0.0.1")
        int port) {

  public static int run(LocalZooKeeper config) throws InterruptedException {
    LocalServer.prepare(config.data(), config.port());
    try (var stop = new StopSignal();
        var zooKeeper = new EmbeddedZooKeeper(config.data(), config.port())) {
      zooKeeper.start();
      return LocalServer.serve("zookeeper", zooKeeper.connectString(), stop);
    }
  }
}
