package goku.standalone;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.standalone.client.TokenOption;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `goku compactor status`, which prints the work of a compactor.
@Command(name = "status", description = "prints a compactor's running, pending and failed jobs")
final class CompactorStatusCommand implements Callable<Integer> {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  @Option(
      names = "--url",
      paramLabel = "URL",
      defaultValue = "http://127.0.0.1:4242",
      description = "URL of the compactor (default: ${DEFAULT-VALUE})")
  private String url = "";

  @Mixin private TokenOption token = new TokenOption();
  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    var line = Objects.requireNonNull(spec).commandLine();
    String target = url.replaceAll("/+$", "") + "/api/goku/compactor/status";
    try (HttpClient client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build()) {
      HttpRequest request =
          token.on(HttpRequest.newBuilder(URI.create(target))).timeout(TIMEOUT).build();
      HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        line.getErr()
            .println(
                "goku compactor status: %s answered %d; check that a compactor listens there (for goku standalone: its admin port)"
                    .formatted(target, answer.statusCode()));
        return 1;
      }
      print(new JsonMapper().readTree(answer.body()), line.getOut());
      return 0;
    } catch (IOException | IllegalArgumentException failed) {
      line.getErr()
          .println(
              "goku compactor status: cannot connect to %s: %s; check that the compactor runs, and --url"
                  .formatted(target, failed));
      return 1;
    }
  }

  /// Prints a section for each part that is not empty.
  static void print(JsonNode status, PrintWriter out) {
    out.println(text(status, "node") + " at " + text(status, "time"));
    out.println(status.path("running").isEmpty() ? "nothing runs" : "running:");
    for (JsonNode job : status.path("running")) {
      out.println(
          "  %s: %s for %s s, %s of %s bytes read, %s series, %s bytes written"
              .formatted(
                  text(job, "task"),
                  text(job, "phase"),
                  text(job, "seconds"),
                  text(job, "bytesRead"),
                  text(job, "bytesToRead"),
                  text(job, "series"),
                  text(job, "bytesWritten")));
    }
    if (status.path("due").isEmpty()) {
      out.println("nothing is due");
    } else {
      out.println("due:");
      out.println("  %-5s %8s %15s  %s".formatted("tier", "buckets", "input bytes", "oldest"));
    }
    for (JsonNode tier : status.path("due")) {
      out.println(
          "  %-5s %8s %15s  %s"
              .formatted(
                  text(tier, "tier"),
                  text(tier, "buckets"),
                  text(tier, "inputBytes"),
                  text(tier, "oldest")));
    }
    for (JsonNode job : status.path("failing")) {
      out.println(
          "fails: %s, %s times since %s, next try %s: %s"
              .formatted(
                  text(job, "task"),
                  text(job, "tries"),
                  text(job, "since"),
                  text(job, "next"),
                  text(job, "reason")));
    }
    for (JsonNode trouble : status.path("troubles")) {
      out.println(
          "fails: namespace %s since %s: %s"
              .formatted(
                  text(trouble, "namespace"), text(trouble, "since"), text(trouble, "reason")));
    }
    for (JsonNode marker : status.path("unreadable")) {
      out.println("unusable: %s: %s".formatted(text(marker, "marker"), text(marker, "reason")));
    }
    for (JsonNode change : status.path("retention")) {
      out.println(
          "retention: namespace %s removes %s buckets, %s bytes, %s datapoints from %s on, at %s"
              .formatted(
                  text(change, "namespace"),
                  text(change, "buckets"),
                  text(change, "bytes"),
                  text(change, "datapoints"),
                  text(change, "oldest"),
                  text(change, "at")));
    }
    if (!status.path("finished").isEmpty()) {
      out.println("done last:");
    }
    for (JsonNode job : status.path("finished")) {
      out.println(
          "  %s: %s in %s s, %s to %s bytes, %s datapoints"
              .formatted(
                  text(job, "at"),
                  text(job, "task"),
                  text(job, "seconds"),
                  text(job, "bytesRead"),
                  text(job, "bytesWritten"),
                  text(job, "points")));
    }
  }

  private static String text(JsonNode of, String field) {
    return of.path(field).asText();
  }
}
