package goku.standalone;

import goku.standalone.drain.DrainCommand;
import goku.standalone.drain.UndrainCommand;
import goku.standalone.formats.FormatsCommand;
import picocli.CommandLine.Command;

/// The command `goku cluster` with the commands for a whole cluster.
@Command(
    name = "cluster",
    description = "shows a whole cluster",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ClusterStatusCommand.class,
      OkToStopCommand.class,
      DrainCommand.class,
      UndrainCommand.class,
      FormatsCommand.class
    })
final class ClusterCommand {}
