package goku.standalone.block;

import picocli.CommandLine.Command;

/// `goku block`: what is blocked in a deployment.
@Command(
    name = "block",
    description = "Blocks metrics, and tells which are blocked.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BlockAddCommand.class,
      BlockRemoveCommand.class,
      BlockListCommand.class,
    })
public final class BlockCommand {}
