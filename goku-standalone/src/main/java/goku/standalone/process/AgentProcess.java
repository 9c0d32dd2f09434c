package goku.standalone.process;

import goku.config.Key;
import goku.http.HttpConfig;
import goku.standalone.agent.AgentConfig;
import goku.standalone.agent.HostAgent;
import goku.standalone.agent.lag.HttpRoot;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The command `goku agent`: the metrics agent of a machine in a process of its own.
public record AgentProcess(
    @Key(value = "", doc = "The agent.") AgentConfig agent,
    @Key(
            value = "http.bind",
            byDefault = "127.0.0.1",
            min = 1,
            doc = "address for health and metrics")
        String bind,
    @Key(
            value = "http.port",
            byDefault = "4244",
            min = 0,
            max = 65_535,
            doc = "port for health and metrics; 0 picks a free one")
        int port) {
  private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);

  /// Sends metrics until the process is told to stop.
  public static int run(AgentProcess config) throws InterruptedException {
    try (var process = new ServiceProcess("agent")) {
      AgentConfig agent = config.agent();
      var root =
          agent.root().isEmpty()
              ? Optional.<HttpRoot>empty()
              : Optional.of(new HttpRoot(agent.root(), agent.rootAuthorization()));
      process
          .parts()
          .opened(
              HostAgent.start(agent, root, process.registry(), process.clock(Optional.empty())));
      LOG.info(
          "agent started topic={} bootstrap-servers={}", agent.topic(), agent.bootstrapServers());
      return process.serve(HttpConfig.standard(config.bind(), config.port()));
    }
  }
}
