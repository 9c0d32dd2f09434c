package goku.helm;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests that an upgrade of an installed release is refused before anything changes if it changes
/// volumes. Helm itself upgrades, against a stand-in for the API of Kubernetes.
class ChangedClaimsTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "short: {storage: {size: 600Gi}}           | short.storage.size=600Gi: the volumes of the"
            + " installed metrics-goku-short-eu-west-1a have 500Gi",
        "short: {storage: {className: slow}}       | short.storage.className=slow: the volumes of"
            + " the installed metrics-goku-short-eu-west-1a have fast",
        "long: {storage: {labels: {a: b}}}         | long.storage.labels={\"a\":\"b\"}",
        "long: {coldStorage: {annotations: {a: b}}} | long.coldStorage.annotations={\"a\":\"b\"}",
        "long: {coldStorage: {size: 9Ti}}          | long.coldStorage.size=9Ti: the volumes of the"
            + " installed metrics-goku-long-eu-west-1a have 8Ti",
        "long: {coldStorage: {size: \"\"}}         | cannot remove the volume cold of"
            + " metrics-goku-long-eu-west-1a",
      })
  void aChangedVolumeIsRefusedWithTheValueAndTheSteps(String values, String message)
      throws IOException {
    try (var installed = installed("zones")) {
      assertThatThrownBy(() -> installed.upgrade(Chart.valuesFile("zones"), file(values)))
          .hasMessageContaining(message.strip())
          .hasMessageContaining("--cascade=orphan");
    }
  }

  @Test
  void anAddedVolumeIsRefused() throws IOException {
    try (var installed = installed("minimal")) {
      assertThatThrownBy(
              () ->
                  installed.upgrade(
                      Chart.valuesFile("minimal"), file("long: {coldStorage: {size: 1Ti}}")))
          .hasMessageContaining(
              "cannot change long.coldStorage.size=1Ti: the installed metrics-goku-long-a has no"
                  + " such volume");
    }
  }

  @Test
  void everythingElseMayChange() throws IOException {
    try (var installed = installed("zones")) {
      Path more = file("short: {replicas: 7, resources: {limits: {memory: 32Gi}}}");

      assertThatCode(() -> installed.upgrade(Chart.valuesFile("zones"), more))
          .doesNotThrowAnyException();
    }
  }

  /// Kubernetes states sizes in the largest unit without a fraction.
  @Test
  void anEqualSizeInAnotherUnitIsNoChange() throws IOException {
    try (var installed = installed("zones")) {
      Path more = file("long: {storage: {size: 2048Gi}}");

      assertThatCode(() -> installed.upgrade(Chart.valuesFile("zones"), more))
          .doesNotThrowAnyException();
    }
  }

  private static InstalledRelease installed(String values) throws IOException {
    return new InstalledRelease(Chart.OURS.render(Chart.valuesFile(values)));
  }

  private Path file(String values) throws IOException {
    return Files.writeString(directory.resolve("more.yaml"), values);
  }
}
