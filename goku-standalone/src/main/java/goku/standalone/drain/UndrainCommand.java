package goku.standalone.drain;

import goku.cluster.SharedEntry;
import goku.cluster.drain.DrainRegistry;
import goku.cluster.drain.Drains;
import goku.standalone.client.ZooKeeperOption;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `goku cluster undrain`, which ends drains.
@Command(name = "undrain", description = "lets roots read again from drained nodes or zones")
public final class UndrainCommand implements Callable<Integer> {
  @Mixin private ZooKeeperOption zookeeper = new ZooKeeperOption();

  @Parameters(paramLabel = "NODE|ZONE", arity = "1..*", description = "names of nodes or zones")
  private Set<String> names = Set.of();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var line = Objects.requireNonNull(spec).commandLine();
    try (var cluster = zookeeper.client("undrain")) {
      cluster.start();
      SharedEntry<Drains> drains = DrainRegistry.of(cluster);
      Set<String> drained = drains.read().since().keySet();
      List<String> others = names.stream().filter(name -> !drained.contains(name)).toList();
      drains.change(this::without);
      names.stream()
          .filter(drained::contains)
          .forEach(name -> line.getOut().println("undrained " + name));
      others.forEach(name -> line.getErr().println(name + " is not drained"));
      return others.isEmpty() ? 0 : 1;
    }
  }

  private Drains without(Drains before) {
    Drains after = before;
    for (String name : names) {
      after = after.without(name);
    }
    return after;
  }
}
