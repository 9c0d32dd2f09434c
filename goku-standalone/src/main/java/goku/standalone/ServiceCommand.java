package goku.standalone;

import goku.config.ConfigHelp;
import goku.config.ConfigLoader;
import goku.config.Sources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/// A command that loads its configuration record and runs a service.
@Command
final class ServiceCommand<R extends Record> implements Callable<Integer> {
  /// The body of the command: runs until the service is done or told to stop, and returns the exit
  /// code.
  interface Service<R> {
    int run(R config) throws Exception;
  }

  private final Class<R> configType;
  private final Service<R> service;
  private final Map<String, String> environment;

  @Option(names = "--config", paramLabel = "FILE", description = "YAML file with these keys")
  private @Nullable Path config;

  // keys of the record; the loader checks them, because it can suggest similar keys
  @Unmatched private final List<String> flags = new ArrayList<>();

  @Spec private @Nullable CommandSpec spec;

  private ServiceCommand(Class<R> configType, Service<R> service, Map<String, String> environment) {
    this.configType = configType;
    this.service = service;
    this.environment = environment;
  }

  static <R extends Record> CommandLine of(
      String name,
      String description,
      Class<R> configType,
      Service<R> service,
      Map<String, String> environment) {
    var line = new CommandLine(new ServiceCommand<>(configType, service, environment));
    line.getCommandSpec()
        .name(name)
        .usageMessage()
        .customSynopsis("goku " + name + " [--config FILE] [--KEY=VALUE]...")
        .description(description)
        .autoWidth(true);
    line.getHelpSectionMap()
        .put(
            UsageMessageSpec.SECTION_KEY_FOOTER,
            help -> keys(name, configType, help.commandSpec().usageMessage().width()));
    return line;
  }

  private static String keys(String name, Class<? extends Record> configType, int width) {
    String example =
        "goku %s --config=goku.yaml %s".formatted(name, ConfigHelp.example(configType)).strip();
    return ("%nExample: %s%n%n"
            + "Keys, in the file, as --KEY=VALUE or as a variable (--a.b-c is GOKU_A_B_C):%n%s")
        .formatted(example, ConfigHelp.of(configType, width));
  }

  @Override
  public Integer call() throws Exception {
    var sources = new Sources(Optional.ofNullable(config), environment, flags);
    var err = Objects.requireNonNull(spec).commandLine().getErr();
    // not logged, because the log may belong into the directory of the data
    ConfigLoader.ignored(configType, environment)
        .forEach(name -> err.println("environment variable %s is not known".formatted(name)));
    return service.run(ConfigLoader.load(configType, sources));
  }
}
