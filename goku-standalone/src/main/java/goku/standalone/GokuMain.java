package goku.standalone;

import goku.config.ConfigProblems;
import goku.embedded.StartupProblem;
import goku.service.ClusterException;
import goku.standalone.bench.BenchCommand;
import goku.standalone.block.BlockCommand;
import goku.standalone.inspect.InspectCommand;
import goku.standalone.local.LocalKafka;
import goku.standalone.local.LocalS3;
import goku.standalone.local.LocalZooKeeper;
import goku.standalone.namespaces.NamespacesCommand;
import goku.standalone.process.AgentProcess;
import goku.standalone.process.CompactorProcess;
import goku.standalone.process.ControllerProcess;
import goku.standalone.process.IngestProcess;
import goku.standalone.process.LongProcess;
import goku.standalone.process.RootProcess;
import goku.standalone.process.ShortProcess;
import goku.standalone.search.ChangesCommand;
import goku.standalone.search.CorrelateCommand;
import java.io.PrintWriter;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.OptionSpec;

/// The `goku` command line. Exit codes: 0 success, 1 failure, 2 wrong usage.
@Command(
    name = "goku",
    description = "A schemaless time series database for large-scale monitoring.",
    synopsisSubcommandLabel = "COMMAND")
public final class GokuMain {
  /// The exceptions whose message says everything. A stack trace would only hide it.
  private static final Set<Class<? extends Exception>> PLAIN =
      Set.of(ConfigProblems.class, StartupProblem.class, ClusterException.class);

  /// The configuration of each service, by command.
  private static final Map<String, Class<? extends Record>> CONFIGURATIONS =
      Map.of(
          "standalone", StandaloneConfig.class,
          "ingest", IngestProcess.class,
          "short", ShortProcess.class,
          "long", LongProcess.class,
          "compactor", CompactorProcess.class,
          "controller", ControllerProcess.class,
          "root", RootProcess.class,
          "agent", AgentProcess.class);

  private GokuMain() {}

  public static void main(String[] args) {
    Carriers.provide();
    CommandLine line = commandLine(System.getenv());
    System.exit(line.execute(args));
  }

  static CommandLine commandLine(Map<String, String> environment) {
    CommandLine line =
        new CommandLine(new GokuMain())
            .addSubcommand(
                ServiceCommand.of(
                    "standalone",
                    "runs everything on this machine in one process",
                    StandaloneConfig.class,
                    StandaloneMain::run,
                    environment))
            .addSubcommand(
                ServiceCommand.of(
                    "ingest",
                    "ingests datapoints from Kafka, HTTP and telnet",
                    IngestProcess.class,
                    IngestProcess::run,
                    environment))
            .addSubcommand(
                ServiceCommand.of(
                    "short",
                    "keeps the last day of data in memory (GokuS)",
                    ShortProcess.class,
                    ShortProcess::run,
                    environment))
            .addSubcommand(
                ServiceCommand.of(
                    "root",
                    "answers queries from the storage nodes of a cluster",
                    RootProcess.class,
                    RootProcess::run,
                    environment))
            .addSubcommand(
                ServiceCommand.of(
                        "compactor",
                        "compacts finalized buckets into the tiers",
                        CompactorProcess.class,
                        CompactorProcess::run,
                        environment)
                    .addSubcommand(new CompactorStatusCommand()))
            .addSubcommand(
                ServiceCommand.of(
                    "long",
                    "keeps data older than a day on disk (GokuL)",
                    LongProcess.class,
                    LongProcess::run,
                    environment))
            .addSubcommand(
                ServiceCommand.of(
                    "controller",
                    "assigns shards to the nodes of a cluster and publishes the shard map",
                    ControllerProcess.class,
                    ControllerProcess::run,
                    environment))
            .addSubcommand(new ClusterCommand())
            .addSubcommand(NamespacesCommand.of(environment))
            .addSubcommand(new BlockCommand())
            .addSubcommand(new ChangesCommand())
            .addSubcommand(new CorrelateCommand())
            .addSubcommand(new BenchCommand())
            .addSubcommand(
                ServiceCommand.of(
                    "agent",
                    "sends the metrics of this machine to Kafka",
                    AgentProcess.class,
                    AgentProcess::run,
                    environment))
            .addSubcommand(
                ServiceCommand.of(
                    "zookeeper",
                    "runs a ZooKeeper on 127.0.0.1, to try a cluster out; not for production",
                    LocalZooKeeper.class,
                    LocalZooKeeper::run,
                    environment))
            .addSubcommand(
                ServiceCommand.of(
                    "kafka",
                    "runs a Kafka broker on 127.0.0.1, to try a cluster out; not for production",
                    LocalKafka.class,
                    LocalKafka::run,
                    environment))
            .addSubcommand(
                ServiceCommand.of(
                    "s3",
                    "runs an S3 server on 127.0.0.1, to try a cluster out; not for production",
                    LocalS3.class,
                    LocalS3::run,
                    environment))
            .addSubcommand("password", new PasswordCommand(System.in))
            .addSubcommand("token", new TokenCommand())
            .addSubcommand("doctor", DoctorCommand.of(CONFIGURATIONS, environment))
            .addSubcommand("inspect", new InspectCommand(CONFIGURATIONS));
    addHelp(line);
    line.getSubcommands().values().forEach(GokuMain::addHelp);
    // an argument that begins with @ is a value, not an argument file
    return line.setExpandAtFiles(false).setExecutionExceptionHandler(failure());
  }

  static void addHelp(CommandLine line) {
    line.getCommandSpec()
        .addOption(
            OptionSpec.builder("-h", "--help")
                .usageHelp(true)
                .description("shows this help")
                .build());
  }

  private static IExecutionExceptionHandler failure() {
    return (exception, line, parsed) -> {
      PrintWriter err = line.getErr();
      if (PLAIN.contains(exception.getClass())) {
        err.println(exception.getMessage());
      } else {
        // looked up here, because loading the logging takes longer than most commands
        Logger log = LoggerFactory.getLogger(GokuMain.class);
        log.error("goku {} failed", line.getCommandName(), exception);
        err.println(
            "goku %s failed: %s. The log above has the details."
                .formatted(line.getCommandName(), exception));
      }
      return 1;
    };
  }
}
