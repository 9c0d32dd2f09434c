package goku.standalone.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import java.net.URL;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tests of the levels in `logback.xml`.
class QuietLoggersTest {
  private final LoggerContext context = new LoggerContext();

  @BeforeEach
  void configure() throws Exception {
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    URL product = Path.of("src/main/resources/logback.xml").toUri().toURL();
    configurator.doConfigure(product);
  }

  @AfterEach
  void stop() {
    context.stop();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "org.apache.zookeeper.ClientCnxn",
        "org.apache.curator.ConnectionState",
        "org.apache.curator.framework.state.ConnectionStateManager",
        "org.apache.helix.manager.zk.ZKHelixManager"
      })
  void attemptsToReachAnAbsentZooKeeperAreNotLogged(String logger) {
    assertThat(context.getLogger(logger).isEnabledFor(Level.WARN)).isFalse();
  }

  @Test
  void theLossOfTheSessionAndOtherWarningsOfZooKeeperAreLogged() {
    assertThat(context.getLogger("goku.cluster.session.SessionWatch").isEnabledFor(Level.INFO))
        .isTrue();
    assertThat(context.getLogger("org.apache.zookeeper.ZooKeeper").isEnabledFor(Level.WARN))
        .isTrue();
  }
}
