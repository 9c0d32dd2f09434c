package goku.standalone.namespaces;

import goku.cluster.NamespacePublisher;
import goku.cluster.NamespaceRegistry;
import goku.namespace.NamespacesText;
import goku.standalone.client.ZooKeeperOption;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `goku namespaces apply`, which publishes a file to a cluster and waits until all
/// processes have it.
@Command(
    name = "apply",
    description = "puts a namespaces file in force in a cluster, if the change is allowed")
final class NamespacesApplyCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Namespaces file.")
  private Path file = Path.of("");

  @Mixin private ZooKeeperOption zookeeper = new ZooKeeperOption();

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
    var text = NamespacesText.of(NamespacesText.read(file), file.toString());
    try (var cluster = zookeeper.client("namespaces")) {
      cluster.start();
      var publisher =
          new NamespacePublisher(new NamespaceRegistry(cluster), InstantSource.system());
      boolean published = publisher.publish(text.yaml(), file.toString());
      out.println((published ? "published " : "was published already: ") + text.version());
      return new Confirmation(cluster, out).await(text.version()) ? 0 : 1;
    }
  }
}
