package goku.standalone.formats;

import goku.cluster.formats.NodeRemoval;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/// The command `goku cluster formats remove`, which forgets a node that stopped for good.
@Command(
    name = "remove",
    description = "forgets a node of a cluster that was stopped for good and holds the level back")
final class FormatsRemoveCommand implements Callable<Integer> {
  @Parameters(paramLabel = "NODE", description = "Name as `goku cluster formats` prints it.")
  private String node = "";

  @ParentCommand private @Nullable FormatsCommand formats;
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var line = Objects.requireNonNull(spec).commandLine();
    FormatsCommand of = Objects.requireNonNull(formats);
    if (of.directory() != null) {
      throw new ParameterException(line, "--data has no nodes to remove; use --zookeeper");
    }
    if (of.inCluster(cluster -> NodeRemoval.remove(cluster, node))) {
      line.getOut().println("removed " + node);
      return 0;
    }
    line.getErr()
        .println(
            "cannot remove node=%s: no such node is known; `goku cluster formats` lists them"
                .formatted(node));
    return 1;
  }
}
