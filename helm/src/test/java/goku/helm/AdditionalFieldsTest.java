package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdditionalFieldsTest {
  private static final String SERVICE =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: a}
      spec:
        ports: [{name: http, %s: 4242}]
      """;

  @Test
  void aMisspeltFieldIsFoundWhereItIs() {
    List<String> found = new ArrayList<>();

    AdditionalFields.find(
        Manifests.of(SERVICE.formatted("prot")).objects().getFirst(), "Service", found);

    assertThat(found).containsExactly("Service.spec.ports[0].prot");
  }

  @Test
  void aFieldThatIsKnownIsNot() {
    List<String> found = new ArrayList<>();

    AdditionalFields.find(
        Manifests.of(SERVICE.formatted("port")).objects().getFirst(), "Service", found);

    assertThat(found).isEmpty();
  }

  @Test
  void aValueOfTheWrongTypeIsRefused() {
    assertThatThrownBy(() -> Manifests.of(SERVICE.replace("%s: 4242", "port: [1]")))
        .hasMessageContaining("port");
  }
}
