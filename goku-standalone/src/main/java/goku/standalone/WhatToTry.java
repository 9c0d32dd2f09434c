package goku.standalone;

import goku.http.server.HttpServer;

/// The last lines of a start: the addresses, and commands to try. The commands work in any
/// directory and need only curl.
final class WhatToTry {
  private WhatToTry() {}

  static String text(StandaloneConfig config, HttpServer server) {
    String host = config.bind().equals("0.0.0.0") ? "127.0.0.1" : config.bind();
    String scheme = config.http().security().hasTls() ? "https://" : "http://";
    String admin = scheme + config.admin().bind() + ":" + server.adminPort();
    return text(config, scheme + host + ":" + server.port(), host, admin);
  }

  static String text(StandaloneConfig config, String url, String host, String admin) {
    // without the agent there is only what the line above sends
    String asked = config.agent() ? "rate:host.net.bytes" : "my.metric";
    return """
    ready %1$s
      look    open %1$s in a browser
      send    curl %1$s/api/put -d '{"metric":"my.metric","timestamp":'$(date +%%s)',"value":42,"tags":{"host":"a"}}'
              or put lines by telnet to the same port, or records to the topic metrics of Kafka at %2$s
      ask     curl '%1$s/api/query?start=5m-ago&m=sum:%3$s'
      Grafana data source OpenTSDB, URL %1$s, version 2.3 (Grafana 13: 2.4), resolution ms
      operate %5$s/metrics, %5$s/top, goku block
      stop    Ctrl-C; everything stays in %4$s\
    """
        .formatted(url, host + ":" + config.kafkaPort(), asked, config.data(), admin);
  }
}
