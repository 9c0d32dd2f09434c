package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.namespace.NamespaceBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class SharedSettingsTest {
  @Test
  void fixedSettingsHaveTheNamespacesAndBlockNothing() {
    var namespaces = new Namespaces(List.of(NamespaceBuilder.namespace("ns1").build()));
    SharedSettings fixed = SharedSettings.fixed(namespaces);
    assertThat(fixed.namespaces().current()).isSameAs(namespaces);
    assertThat(fixed.blocklist().current().isEmpty()).isTrue();
  }
}
