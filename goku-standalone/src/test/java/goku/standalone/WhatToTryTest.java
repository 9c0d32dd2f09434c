package goku.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import goku.config.ConfigLoader;
import org.junit.jupiter.api.Test;

class WhatToTryTest {
  private static final String URL = "http://127.0.0.1:4242";

  @Test
  void asksForWhatTheAgentSends() {
    assertThat(text())
        .contains("ask     curl '" + URL + "/api/query?start=5m-ago&m=sum:rate:host.net.bytes'");
  }

  @Test
  void asksForWhatTheUserSendsIfThereIsNoAgent() {
    assertThat(text("--no-agent"))
        .contains("curl '" + URL + "/api/query?start=5m-ago&m=sum:my.metric'")
        .contains("\"metric\":\"my.metric\",\"timestamp\":'$(date +%s)',\"value\":42")
        .doesNotContain("host.net");
  }

  @Test
  void namesKafkaAndTheDirectory() {
    assertThat(text("--kafka-port=9999", "--data=/srv/goku"))
        .contains("Kafka at 127.0.0.1:9999")
        .endsWith("everything stays in /srv/goku");
  }

  private static String text(String... flags) {
    var config = ConfigLoader.defaults(StandaloneConfig.class, flags);
    return WhatToTry.text(config, URL, "127.0.0.1", "http://127.0.0.1:4243");
  }
}
