package goku.standalone.drain;

import goku.cluster.ClusterClient;
import goku.cluster.SharedEntry;
import goku.cluster.drain.DrainRegistry;
import goku.cluster.drain.Drains;
import goku.standalone.client.ClusterNames;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/// The command `goku cluster undrain`, which ends drains.
@Command(name = "undrain", description = "lets roots read again from drained nodes or zones")
public final class UndrainCommand implements Callable<Integer> {
  @Mixin private ClusterNames arguments = new ClusterNames();

  @Override
  public Integer call() {
    return arguments.inCluster(this::undrain);
  }

  private int undrain(ClusterClient cluster) {
    var line = arguments.line();
    SharedEntry<Drains> drains = DrainRegistry.of(cluster);
    Set<String> drained = drains.read().since().keySet();
    List<String> others =
        arguments.names().stream().filter(name -> !drained.contains(name)).toList();
    drains.change(this::without);
    arguments.names().stream()
        .filter(drained::contains)
        .forEach(name -> line.getOut().println("undrained " + name));
    others.forEach(name -> line.getErr().println(name + " is not drained"));
    return others.isEmpty() ? 0 : 1;
  }

  private Drains without(Drains before) {
    Drains after = before;
    for (String name : arguments.names()) {
      after = after.without(name);
    }
    return after;
  }
}
