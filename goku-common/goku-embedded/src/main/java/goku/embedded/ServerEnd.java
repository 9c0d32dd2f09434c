package goku.embedded;

import org.apache.kafka.common.utils.Exit;
import org.apache.zookeeper.util.ServiceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of the process when Kafka or ZooKeeper in it ends for good, for instance because the
/// disk is full or broken. They would end the process without a word, or wait for each other
/// forever while it starts.
public final class ServerEnd {
  private static final Logger LOG = LoggerFactory.getLogger(ServerEnd.class);

  private ServerEnd() {}

  /// Replaces their own procedures, for the whole process.
  public static void report() {
    Exit.setExitProcedure((status, _) -> end("Kafka", status));
    Exit.setHaltProcedure((status, _) -> end("Kafka", status));
    ServiceUtils.setSystemExitProcedure(status -> end("ZooKeeper", status));
  }

  private static void end(String server, int status) {
    String text =
        "goku ends because %s ended with status %d. What was acknowledged is kept. Its cause is above and in goku.log, mostly a full or broken disk: repair that and start again"
            .formatted(server, status);
    LOG.error(text);
    System.err.println(text);
    Runtime.getRuntime().halt(1);
  }
}
