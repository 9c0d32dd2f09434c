package goku.standalone;

import picocli.CommandLine.Command;

/// `goku cluster`: what one does with a cluster as a whole.
@Command(
    name = "cluster",
    description = "Looks at a cluster as a whole.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = ClusterStatusCommand.class)
final class ClusterCommand {}
