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

/// The command `goku doctor SERVICE`, which accepts the keys of the service and checks its
/// surroundings instead of starting it.
@Command(
    name = "doctor",
    description = {
      "checks whether a service would find everything it needs, and prints remedies.",
      "Accepts the same keys as the service; 'cluster' checks what all services share."
    },
    synopsisSubcommandLabel = "SERVICE")
final class DoctorCommand {
  private DoctorCommand() {}

  /// @param services the configurations of the services, by command
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
            "checks everything that this service needs: " + service,
            type,
            DoctorCommand::run,
            environment);
    GokuMain.addHelp(line);
    return line;
  }

  private static int run(Record config) throws InterruptedException {
    // the doctor explains unavailable servers better than the libraries' logs
    System.setProperty("goku.console.level", "OFF");
    var out = new PrintWriter(System.out, true, Charset.defaultCharset());
    return Doctor.run(config, out, InstantSource.system());
  }
}
