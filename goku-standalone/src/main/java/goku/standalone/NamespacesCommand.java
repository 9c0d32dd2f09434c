package goku.standalone;

import picocli.CommandLine.Command;

/// `goku namespaces`: what one does with a namespaces file.
@Command(
    name = "namespaces",
    description = "Checks a namespaces file, and puts it in force.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {NamespacesCheckCommand.class, NamespacesApplyCommand.class})
final class NamespacesCommand {}
