package goku.standalone.agent;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Runs the metrics agent as a process of its own.
public final class AgentMain {
  private static final Logger LOG = LoggerFactory.getLogger(AgentMain.class);

  private AgentMain() {}

  /// Emits until the process is told to stop.
  public static int run(AgentConfig config) throws InterruptedException {
    var agent = HostAgent.start(config, new SimpleMeterRegistry(), InstantSource.system());
    Runtime.getRuntime().addShutdownHook(new Thread(agent::close, "close-agent"));
    LOG.info("emitting to {} at {}", config.topic(), config.bootstrapServers());
    agent.join();
    return 0;
  }
}
