package goku.standalone;

import goku.http.server.HttpServer;

/// The last lines of a start: the addresses, and commands to try.
final class WhatToTry {
  private WhatToTry() {}

  static String text(StandaloneConfig config, HttpServer server) {
    String host = config.bind().equals("0.0.0.0") ? "127.0.0.1" : config.bind();
    String scheme = config.http().security().hasTls() ? "https://" : "http://";
    String url = scheme + host + ":" + server.port();
    String admin = scheme + config.admin().bind() + ":" + server.adminPort();
    String brokers = host + ":" + config.kafkaPort();
    return """
    ready %1$s
      look    open %1$s in a browser
      ask     curl '%1$s/api/query?start=5m-ago&m=sum:rate:host.net.bytes%%7Biface=*%%7D'
      send    put lines or JSON datapoints to the topic metrics of Kafka at %2$s, for example
              echo "put my.metric $(date +%%s) 42 host=a" | java -cp 'goku-standalone/target/lib/*' \\
                org.apache.kafka.tools.ConsoleProducer --bootstrap-server %2$s --topic metrics
      Grafana data source OpenTSDB, URL %1$s, version 2.3 (Grafana 13: 2.4), resolution ms
      operate %4$s/metrics, %4$s/top, goku block
      stop    Ctrl-C; everything stays in %3$s\
    """
        .formatted(url, brokers, config.data(), admin);
  }
}
