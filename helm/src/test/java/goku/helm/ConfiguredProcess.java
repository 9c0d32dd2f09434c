package goku.helm;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import goku.config.ConfigLoader;
import goku.config.Sources;
import goku.standalone.StandaloneConfig;
import goku.standalone.process.AgentProcess;
import goku.standalone.process.CompactorProcess;
import goku.standalone.process.ControllerProcess;
import goku.standalone.process.IngestProcess;
import goku.standalone.process.LongProcess;
import goku.standalone.process.RootProcess;
import goku.standalone.process.ShortProcess;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// A pod of the chart as its process sees it: the command, the configuration file and the variables
/// that Kubernetes would give it.
record ConfiguredProcess(String command, String file, Map<String, String> environment) {
  static final String NAME_OF_NODE = "node-1";

  private static final YAMLMapper YAML = new YAMLMapper();

  private static final Map<String, Class<? extends Record>> COMMANDS =
      Map.of(
          "agent", AgentProcess.class,
          "controller", ControllerProcess.class,
          "ingest", IngestProcess.class,
          "short", ShortProcess.class,
          "compactor", CompactorProcess.class,
          "long", LongProcess.class,
          "root", RootProcess.class,
          "standalone", StandaloneConfig.class);

  /// The first pod of the workload.
  static ConfiguredProcess of(Manifests manifests, String workload) {
    PodSpec pod = Objects.requireNonNull(manifests.pods().get(workload), workload).getSpec();
    Container container = pod.getContainers().getFirst();
    String command = container.getArgs().getFirst();
    String path = container.getArgs().get(1).replaceFirst("^--config=", "");
    return new ConfiguredProcess(
        command, content(manifests, pod, path), environment(container.getEnv(), workload + "-0"));
  }

  /// Returns the program's configuration. Throws if the program would not start with it.
  Record load(Path directory) throws IOException {
    return ConfigLoader.load(
        Objects.requireNonNull(COMMANDS.get(command), command),
        new Sources(
            Optional.of(Files.writeString(directory.resolve(command), file)),
            environment,
            List.of()));
  }

  /// Returns the value at the path of keys.
  String value(String... keys) throws IOException {
    var node = YAML.readTree(file);
    for (String key : keys) {
      node = node.path(key);
    }
    return node.asText();
  }

  private static String content(Manifests manifests, PodSpec pod, String path) {
    var mount =
        pod.getContainers().getFirst().getVolumeMounts().stream()
            .filter(one -> path.startsWith(one.getMountPath() + "/"))
            .findAny()
            .orElseThrow(() -> new AssertionError("nothing is mounted where " + path + " is"));
    var volume =
        pod.getVolumes().stream()
            .filter(one -> one.getName().equals(mount.getName()))
            .findAny()
            .orElseThrow();
    String key = path.substring(mount.getMountPath().length() + 1);
    return Objects.requireNonNull(
        manifests.one(ConfigMap.class, volume.getConfigMap().getName()).getData().get(key), path);
  }

  private static Map<String, String> environment(List<EnvVar> variables, String pod) {
    Map<String, String> environment = new LinkedHashMap<>();
    for (EnvVar variable : variables) {
      String value = value(variable, pod);
      for (var earlier : environment.entrySet()) {
        value = value.replace("$(" + earlier.getKey() + ")", earlier.getValue());
      }
      environment.put(variable.getName(), value);
    }
    return environment;
  }

  private static String value(EnvVar variable, String pod) {
    if (variable.getValueFrom() == null) {
      return variable.getValue();
    }
    if (variable.getValueFrom().getSecretKeyRef() != null) {
      return variable.getValueFrom().getSecretKeyRef().getKey() + " of the secret";
    }
    return variable.getValueFrom().getFieldRef().getFieldPath().equals("spec.nodeName")
        ? NAME_OF_NODE
        : pod;
  }
}
