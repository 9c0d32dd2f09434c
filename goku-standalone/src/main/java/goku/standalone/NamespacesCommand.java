package goku.standalone;

import picocli.CommandLine.Command;

/// The command `goku namespaces` with the commands for a namespaces file.
@Command(
    name = "namespaces",
    description = "checks a namespaces file, and puts it in force",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {NamespacesCheckCommand.class, NamespacesApplyCommand.class})
final class NamespacesCommand {}
