package goku.integration.programs.sender;

import goku.integration.programs.install.NotInstalledException;
import goku.integration.programs.install.Packages;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// telegraf with its output for OpenTSDB, built with the inputs that its settings name.
record Telegraf(String protocol, String host) implements Program {
  private static final String VERSION = "v1.37.2";
  private static final List<String> TAGS =
      List.of(
          "custom",
          "inputs.cpu",
          "inputs.disk",
          "inputs.diskio",
          "inputs.kernel",
          "inputs.mem",
          "inputs.processes",
          "inputs.swap",
          "inputs.system",
          "outputs.opentsdb");

  static final Program TELNET = new Telegraf("telnet", "127.0.0.1");
  static final Program HTTP = new Telegraf("HTTP", "http://127.0.0.1");

  @Override
  public String name() {
    return "telegraf by " + protocol;
  }

  @Override
  public Installed install() throws NotInstalledException {
    Path folder = Packages.go("github.com/influxdata/telegraf/cmd/telegraf", VERSION, TAGS);
    return new Installed(
        VERSION,
        (port, work) ->
            ChildProcess.start(
                work,
                Map.of(),
                folder.resolve("telegraf"),
                "--config",
                ScriptFile.write(work, "telegraf.conf", Map.of("PORT", port, "HOST", host))));
  }
}
