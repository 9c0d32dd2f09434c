package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import org.junit.jupiter.api.Test;

/// Tests of the values of the Services for clients.
class ServiceValuesTest {
  @Test
  void fieldsOfTheSpecAreAddedToThoseOfTheChart() {
    ServiceSpec service =
        service(
            """
            root:
              service:
                type: LoadBalancer
                spec:
                  loadBalancerClass: example.com/internal
                  externalTrafficPolicy: Local
                  loadBalancerSourceRanges: [10.0.0.0/8]
            """);

    assertThat(service.getType()).isEqualTo("LoadBalancer");
    assertThat(service.getLoadBalancerClass()).isEqualTo("example.com/internal");
    assertThat(service.getExternalTrafficPolicy()).isEqualTo("Local");
    assertThat(service.getLoadBalancerSourceRanges()).containsExactly("10.0.0.0/8");
    assertThat(service.getSelector()).containsEntry("app.kubernetes.io/component", "root");
  }

  @Test
  void aPortOfTheNodesCanBeChosen() {
    assertThat(
            service("root: {service: {type: NodePort, nodePort: 30042}}")
                .getPorts()
                .getFirst()
                .getNodePort())
        .isEqualTo(30_042);
    assertThat(service("{}").getPorts().getFirst().getNodePort()).isNull();
  }

  private static ServiceSpec service(String values) {
    return Chart.rendered("minimal", values).one(Service.class, "metrics-goku-root").getSpec();
  }
}
