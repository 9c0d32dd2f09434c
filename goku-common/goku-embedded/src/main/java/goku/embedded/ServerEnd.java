package goku.embedded;

import java.nio.file.Path;
import org.apache.kafka.common.utils.Exit;
import org.apache.zookeeper.util.ServiceUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The end of the process when Kafka or ZooKeeper in it ends for good, for instance because the
/// disk is full or broken. They would end the process without a word, or wait for each other
/// forever while it starts.
public final class ServerEnd {
  private static final Logger LOG = LoggerFactory.getLogger(ServerEnd.class);

  /// The remedy of the usual cause.
  static final String REPAIR_DISK =
      "If its disk is full or broken, repair that and start again: acknowledged data is kept";

  private ServerEnd() {}

  /// Replaces their own procedures, for the whole process.
  ///
  /// @param kafka the directory of Kafka's files
  public static void report(Path kafka) {
    Exit.setExitProcedure((status, _) -> end("Kafka", status, EmbeddedKafka.remedy(kafka)));
    Exit.setHaltProcedure((status, _) -> end("Kafka", status, EmbeddedKafka.remedy(kafka)));
    ServiceUtils.setSystemExitProcedure(status -> end("ZooKeeper", status, REPAIR_DISK));
  }

  private static void end(String server, int status, String remedy) {
    String text =
        "goku ends because %s ended with status %d. The cause is above and in goku.log. %s"
            .formatted(server, status, remedy);
    LOG.error(text);
    System.err.println(text);
    Runtime.getRuntime().halt(1);
  }
}
