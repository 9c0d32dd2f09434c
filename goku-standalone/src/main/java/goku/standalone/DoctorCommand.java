package goku.standalone;

import goku.standalone.doctor.ClusterAddresses;
import goku.standalone.doctor.Doctor;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// `goku doctor SERVICE`: takes what the service takes, and looks instead of starting it.
@Command(
    name = "doctor",
    description = {
      "Looks whether a service would find all it needs, and says what to do.",
      "Takes the same keys as the service; 'cluster' looks at what all of them share."
    },
    synopsisSubcommandLabel = "SERVICE")
final class DoctorCommand {
  private DoctorCommand() {}

  /// @param services their configurations, by command
  static CommandLine of(
      Map<String, Class<? extends Record>> services, Map<String, String> environment) {
    var line = new CommandLine(new DoctorCommand());
    new TreeMap<>(services)
        .forEach((name, type) -> line.addSubcommand(name, of(name, type, environment)));
    return line.addSubcommand("cluster", of("cluster", ClusterAddresses.class, environment));
  }

  private static <R extends Record> CommandLine of(
      String service, Class<R> type, Map<String, String> environment) {
    CommandLine line =
        ServiceCommand.of(
            "doctor " + service,
            "Looks whether everything is there: " + service + ".",
            type,
            DoctorCommand::run,
            environment);
    GokuMain.addHelp(line);
    return line;
  }

  private static int run(Record config) throws InterruptedException {
    // what libraries say of servers that are away, the doctor says better
    System.setProperty("goku.console.level", "OFF");
    var out = new PrintWriter(System.out, true, Charset.defaultCharset());
    return Doctor.run(config, out, InstantSource.system());
  }
}
