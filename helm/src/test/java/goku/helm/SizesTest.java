package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Memory and time of a pod, of which the parts have to fit into the whole.
class SizesTest {
  private static final Pattern MEBIBYTES = Pattern.compile("(-Xmx|Size=)(\\d+)m");

  @TempDir private Path directory;

  @Test
  void heapAndBuffersArePartsOfTheLimit() {
    Manifests manifests = Chart.OURS.render(Chart.valuesFile("zones"));

    assertThat(jvmOptions(manifests, "metrics-goku-short-eu-west-1a"))
        .isEqualTo("-Xmx13107m -XX:MaxDirectMemorySize=6553m -XX:+UseTransparentHugePages");
    assertThat(jvmOptions(manifests, "metrics-goku-controller"))
        .isEqualTo("-Xmx614m -XX:MaxDirectMemorySize=102m");
  }

  @Test
  void aTenthOfTheLimitIsLeftWhateverIsSet() throws IOException {
    for (Path values : Chart.valuesFiles()) {
      Manifests manifests = Chart.OURS.render(values);
      for (String workload : manifests.pods().keySet()) {
        Container container = container(manifests, workload);
        Quantity limit = Objects.requireNonNull(container.getResources().getLimits().get("memory"));
        long bytes = Quantity.getAmountInBytes(limit).longValueExact();
        var process = ConfiguredProcess.of(manifests, workload);
        long outside =
            switch (process.command()) {
              case "short" -> size(process.value("short", "memory-budget"));
              case "standalone" -> size(process.value("memory"));
              case "long" -> size(process.value("long", "block-cache"));
              default -> 0;
            };
        Matcher parts = MEBIBYTES.matcher(jvmOptions(manifests, workload));
        long used = outside + parts.results().mapToLong(part -> mebibytes(part.group(2))).sum();

        assertThat(used).as(values + " " + workload).isBetween(bytes / 2, bytes * 9 / 10);
      }
    }
  }

  @Test
  void thereIsTimeToWriteSnapshotsOfAllThatMemoryHolds() throws IOException {
    assertThat(gracePeriod("zones", "short-eu-west-1a", "{}")).isEqualTo(60 + 351);
    assertThat(gracePeriod("minimal", "short-a", "{}")).isEqualTo(60 + 43);
    assertThat(gracePeriod("minimal", "short-a", "short: {terminationGracePeriodSeconds: 600}"))
        .isEqualTo(600);
  }

  private long gracePeriod(String values, String workload, String more) throws IOException {
    Path file = Files.writeString(directory.resolve("more.yaml"), more);
    Manifests manifests = Chart.OURS.render(Chart.valuesFile(values), file);
    return Objects.requireNonNull(manifests.pods().get("metrics-goku-" + workload))
        .getSpec()
        .getTerminationGracePeriodSeconds();
  }

  private static Container container(Manifests manifests, String workload) {
    return Objects.requireNonNull(manifests.pods().get(workload))
        .getSpec()
        .getContainers()
        .getFirst();
  }

  private static String jvmOptions(Manifests manifests, String workload) {
    return container(manifests, workload).getEnv().stream()
        .filter(variable -> variable.getName().equals("JDK_JAVA_OPTIONS"))
        .map(EnvVar::getValue)
        .findAny()
        .orElseThrow();
  }

  private static long size(String text) {
    assertThat(text).endsWith("MiB");
    return mebibytes(text.replace("MiB", ""));
  }

  private static long mebibytes(String digits) {
    return Long.parseLong(digits) << 20;
  }
}
