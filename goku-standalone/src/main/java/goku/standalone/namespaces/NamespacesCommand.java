package goku.standalone.namespaces;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/// The command `goku namespaces` with the commands for a namespaces file.
@Command(
    name = "namespaces",
    description = "checks a namespaces file, puts it in force, and removes a namespace",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {NamespacesCheckCommand.class, NamespacesApplyCommand.class})
public final class NamespacesCommand {
  private NamespacesCommand() {}

  /// Returns the command.
  ///
  /// @param environment the variables that hold settings
  public static CommandLine of(Map<String, String> environment) {
    return new CommandLine(new NamespacesCommand())
        .addSubcommand(new NamespacesRemoveCommand(environment));
  }
}
