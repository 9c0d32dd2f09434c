package goku.standalone.block;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/// The command `goku block list`.
@Command(name = "list", description = "prints blocked metrics, with time and reason")
final class BlockListCommand extends BlocksClient implements Callable<Integer> {
  @Override
  public Integer call() throws InterruptedException {
    JsonNode answer = ask("GET", Map.of(), "");
    if (answer == null) {
      return 1;
    }
    if (answer.path("blocks").isEmpty()) {
      out().println("nothing is blocked");
    }
    print(answer, out());
    return 0;
  }
}
