package goku.standalone.namespaces;

import goku.namespace.NamespacesText;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// The command `goku namespaces check`, which prints all problems of a file.
@Command(name = "check", description = "checks a namespaces file")
final class NamespacesCheckCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "Namespaces file.")
  private Path file = Path.of("");

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() {
    var text = NamespacesText.of(NamespacesText.read(file), file.toString());
    var all = text.namespaces().all();
    long prefixes = all.stream().mapToLong(one -> one.metrics().size()).sum();
    Objects.requireNonNull(spec)
        .commandLine()
        .getOut()
        .println(
            "%s is valid: namespaces %d, prefixes %d, version %s"
                .formatted(file, all.size(), prefixes, text.version()));
    return 0;
  }
}
