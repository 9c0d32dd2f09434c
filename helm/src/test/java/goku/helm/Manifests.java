package goku.helm;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/// The manifests rendered by Helm, as Kubernetes objects in the order of the text.
record Manifests(String text, List<HasMetadata> objects) {
  static final KubernetesSerialization YAML = new KubernetesSerialization();
  private static final Pattern BETWEEN = Pattern.compile("^---$", Pattern.MULTILINE);
  private static final Pattern HAS_CONTENT = Pattern.compile("^[a-z]", Pattern.MULTILINE);

  static Manifests of(String text) {
    List<HasMetadata> objects = new ArrayList<>();
    for (String document : BETWEEN.splitAsStream(text).toList()) {
      if (HAS_CONTENT.matcher(document).find()) {
        objects.add(YAML.unmarshal(document));
      }
    }
    return new Manifests(text, List.copyOf(objects));
  }

  <T extends HasMetadata> List<T> all(Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).toList();
  }

  <T extends HasMetadata> T one(Class<T> type, String name) {
    return all(type).stream()
        .filter(object -> object.getMetadata().getName().equals(name))
        .findAny()
        .orElseThrow(() -> new AssertionError("no %s %s".formatted(type.getSimpleName(), name)));
  }

  /// The pods of each workload by its name.
  Map<String, PodTemplateSpec> pods() {
    Map<String, PodTemplateSpec> pods = new TreeMap<>();
    all(Deployment.class)
        .forEach(one -> pods.put(one.getMetadata().getName(), one.getSpec().getTemplate()));
    all(StatefulSet.class)
        .forEach(one -> pods.put(one.getMetadata().getName(), one.getSpec().getTemplate()));
    all(DaemonSet.class)
        .forEach(one -> pods.put(one.getMetadata().getName(), one.getSpec().getTemplate()));
    return pods;
  }

  /// `Kind/name` of all.
  List<String> names() {
    return objects.stream()
        .map(object -> object.getKind() + "/" + object.getMetadata().getName())
        .toList();
  }
}
