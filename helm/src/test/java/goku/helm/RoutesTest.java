package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import goku.ingest.put.PutKind;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.HTTPRoute;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// Tests of the paths that Ingress and HTTPRoute send to the services.
class RoutesTest {
  private static final List<String> WRITES =
      Arrays.stream(PutKind.values())
          .flatMap(kind -> Stream.of(kind.path(), kind.path().replace("/api/", "/api/v1/")))
          .toList();

  @Test
  void writePathsGoToIngestAndTheRestToRoot() {
    Map<String, String> routes = ofIngress("secure");

    assertThat(routes.remove("/")).isEqualTo("metrics-goku-root");
    assertThat(routes).containsOnlyKeys(WRITES);
    assertThat(routes.values()).containsOnly("metrics-goku-ingest");
  }

  @Test
  void aStandaloneTakesAllPaths() {
    assertThat(ofIngress("single-node")).containsKeys("/", "/api/v1/histogram");
    assertThat(ofIngress("single-node").values()).containsOnly("metrics-goku-standalone");
  }

  @Test
  void theHttpRouteHasTheRulesOfTheIngress() {
    for (String values : List.of("secure", "single-node")) {
      assertThat(ofHttpRoute(values)).isEqualTo(ofIngress(values));
    }
  }

  @Test
  void theHttpRouteNamesItsGatewayItsHostsAndItsLimits() {
    HTTPRoute route = httpRoute("secure");

    assertThat(route.getMetadata().getAnnotations())
        .containsEntry("example.com/owner", "observability");
    assertThat(route.getSpec().getHostnames()).containsExactly("metrics.example");
    assertThat(route.getSpec().getParentRefs())
        .singleElement()
        .satisfies(
            gateway -> {
              assertThat(gateway.getName()).isEqualTo("public");
              assertThat(gateway.getNamespace()).isEqualTo("gateways");
              assertThat(gateway.getSectionName()).isEqualTo("https");
            });
    assertThat(route.getSpec().getRules())
        .allSatisfy(rule -> assertThat(rule.getTimeouts().getRequest()).isEqualTo("90s"));
  }

  @Test
  void theBackendsOfTheHttpRouteArePortsOfServices() {
    Manifests manifests = render("secure");

    for (var rule : httpRoute("secure").getSpec().getRules()) {
      var backend = rule.getBackendRefs().getFirst();
      assertThat(manifests.one(Service.class, backend.getName()).getSpec().getPorts())
          .anySatisfy(port -> assertThat(port.getPort()).isEqualTo(backend.getPort()));
    }
  }

  /// The service of each path.
  private static Map<String, String> ofIngress(String values) {
    Map<String, String> routes = new HashMap<>();
    Ingress ingress = render(values).one(Ingress.class, "metrics-goku");
    for (var path : ingress.getSpec().getRules().getFirst().getHttp().getPaths()) {
      assertThat(path.getPathType()).isEqualTo("Prefix");
      routes.put(path.getPath(), path.getBackend().getService().getName());
    }
    return routes;
  }

  private static Map<String, String> ofHttpRoute(String values) {
    Map<String, String> routes = new HashMap<>();
    for (var rule : httpRoute(values).getSpec().getRules()) {
      for (var match : rule.getMatches()) {
        assertThat(match.getPath().getType()).isEqualTo("PathPrefix");
        routes.put(match.getPath().getValue(), rule.getBackendRefs().getFirst().getName());
      }
    }
    return routes;
  }

  private static HTTPRoute httpRoute(String values) {
    return render(values).one(HTTPRoute.class, "metrics-goku");
  }

  private static Manifests render(String values) {
    return Chart.OURS.render(Chart.valuesFile(values));
  }
}
