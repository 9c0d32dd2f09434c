package goku.standalone.block;

import picocli.CommandLine.Command;

/// The command `goku block` with the commands for blocked metrics.
@Command(
    name = "block",
    description = "blocks metrics, and lists blocked ones",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BlockAddCommand.class,
      BlockRemoveCommand.class,
      BlockListCommand.class,
    })
public final class BlockCommand {}
