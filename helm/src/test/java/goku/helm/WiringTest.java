package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.openshift.api.model.monitoring.v1.ServiceMonitor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Tests that references between objects resolve, which Kubernetes itself does not check.
class WiringTest {
  static List<Path> valuesFiles() throws IOException {
    return Chart.valuesFiles();
  }

  @ParameterizedTest
  @MethodSource("valuesFiles")
  void selectorsFindPods(Path values) {
    Manifests manifests = Chart.OURS.render(values);
    List<Map<String, String>> selectors = new ArrayList<>();
    manifests.all(Service.class).forEach(one -> selectors.add(one.getSpec().getSelector()));
    manifests
        .all(PodDisruptionBudget.class)
        .forEach(one -> selectors.add(one.getSpec().getSelector().getMatchLabels()));
    for (NetworkPolicy policy : manifests.all(NetworkPolicy.class)) {
      selectors.add(policy.getSpec().getPodSelector().getMatchLabels());
    }

    assertThat(selectors)
        .isNotEmpty()
        .allSatisfy(
            selector ->
                assertThat(manifests.pods().values())
                    .anyMatch(pod -> contains(pod.getMetadata().getLabels(), selector)));
  }

  @ParameterizedTest
  @MethodSource("valuesFiles")
  void aWorkloadFindsItsOwnPodsAndNoOthers(Path values) {
    Manifests manifests = Chart.OURS.render(values);
    manifests
        .all(Deployment.class)
        .forEach(
            one ->
                isOwn(
                    manifests,
                    one.getMetadata().getName(),
                    one.getSpec().getSelector().getMatchLabels()));
    manifests
        .all(StatefulSet.class)
        .forEach(
            one ->
                isOwn(
                    manifests,
                    one.getMetadata().getName(),
                    one.getSpec().getSelector().getMatchLabels()));
  }

  private static void isOwn(Manifests manifests, String workload, Map<String, String> selector) {
    assertThat(manifests.pods())
        .allSatisfy(
            (name, pod) ->
                assertThat(contains(pod.getMetadata().getLabels(), selector))
                    .isEqualTo(name.equals(workload)));
  }

  @ParameterizedTest
  @MethodSource("valuesFiles")
  void portsOfServicesAndProbesAreThoseOfTheContainer(Path values) {
    Manifests manifests = Chart.OURS.render(values);
    for (Service service : manifests.all(Service.class)) {
      for (PodTemplateSpec pod : podsOf(manifests, service.getSpec().getSelector())) {
        assertThat(service.getSpec().getPorts())
            .allSatisfy(
                port -> {
                  var target = port(pod, port.getTargetPort().getStrVal());
                  assertThat(target.getContainerPort()).isEqualTo(port.getPort());
                });
      }
    }
    for (PodTemplateSpec pod : manifests.pods().values()) {
      Container container = pod.getSpec().getContainers().getFirst();
      for (var probe :
          List.of(
              container.getStartupProbe(),
              container.getLivenessProbe(),
              container.getReadinessProbe())) {
        assertThat(port(pod, probe.getHttpGet().getPort().getStrVal())).isNotNull();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("valuesFiles")
  void whatIsMountedIsThere(Path values) {
    Manifests manifests = Chart.OURS.render(values);
    for (var workload : manifests.pods().entrySet()) {
      PodSpec pod = workload.getValue().getSpec();
      List<String> there = new ArrayList<>(pod.getVolumes().stream().map(Volume::getName).toList());
      manifests.all(StatefulSet.class).stream()
          .filter(set -> set.getMetadata().getName().equals(workload.getKey()))
          .flatMap(set -> set.getSpec().getVolumeClaimTemplates().stream())
          .forEach(claim -> there.add(claim.getMetadata().getName()));
      List<String> mounted =
          pod.getContainers().getFirst().getVolumeMounts().stream()
              .map(VolumeMount::getName)
              .toList();

      assertThat(there).as(workload.getKey()).containsExactlyInAnyOrderElementsOf(mounted);
      for (Volume volume : pod.getVolumes()) {
        if (volume.getConfigMap() != null) {
          assertThat(manifests.one(ConfigMap.class, volume.getConfigMap().getName())).isNotNull();
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("valuesFiles")
  void objectsThatAreNamedAreThere(Path values) {
    Manifests manifests = Chart.OURS.render(values);
    for (StatefulSet set : manifests.all(StatefulSet.class)) {
      var governing = manifests.one(Service.class, set.getSpec().getServiceName());
      assertThat(governing.getSpec().getClusterIP()).isEqualTo("None");
      assertThat(governing.getSpec().getPublishNotReadyAddresses()).isTrue();
    }
    for (HorizontalPodAutoscaler scaler : manifests.all(HorizontalPodAutoscaler.class)) {
      var target = manifests.one(Deployment.class, scaler.getSpec().getScaleTargetRef().getName());
      assertThat(target.getSpec().getReplicas()).as("left to the autoscaler").isNull();
    }
    for (Ingress ingress : manifests.all(Ingress.class)) {
      for (var path : ingress.getSpec().getRules().getFirst().getHttp().getPaths()) {
        assertThat(manifests.one(Service.class, path.getBackend().getService().getName()))
            .isNotNull();
      }
    }
    for (ServiceMonitor monitor : manifests.all(ServiceMonitor.class)) {
      var labels = monitor.getSpec().getSelector().getMatchLabels();
      assertThat(manifests.all(Service.class))
          .filteredOn(service -> contains(service.getMetadata().getLabels(), labels))
          .singleElement()
          .satisfies(
              service ->
                  assertThat(service.getSpec().getPorts())
                      .anyMatch(
                          port ->
                              port.getName()
                                  .equals(monitor.getSpec().getEndpoints().getFirst().getPort())));
    }
    Set<String> accounts =
        manifests.pods().values().stream()
            .map(pod -> pod.getSpec().getServiceAccountName())
            .collect(Collectors.toSet());
    List<ServiceAccount> created = manifests.all(ServiceAccount.class);
    assertThat(created.isEmpty() ? Set.of() : accounts)
        .isEqualTo(
            created.stream().map(one -> one.getMetadata().getName()).collect(Collectors.toSet()));
  }

  private static List<PodTemplateSpec> podsOf(Manifests manifests, Map<String, String> selector) {
    return manifests.pods().values().stream()
        .filter(pod -> contains(pod.getMetadata().getLabels(), selector))
        .toList();
  }

  private static ContainerPort port(PodTemplateSpec pod, String name) {
    return pod.getSpec().getContainers().getFirst().getPorts().stream()
        .filter(port -> port.getName().equals(name))
        .findAny()
        .orElseThrow(() -> new AssertionError("no port " + name));
  }

  private static boolean contains(Map<String, String> labels, Map<String, String> wanted) {
    return labels.entrySet().containsAll(wanted.entrySet());
  }
}
