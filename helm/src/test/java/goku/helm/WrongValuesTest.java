package goku.helm;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Values that cannot work are refused before anything is installed, by an error that names the
/// key.
class WrongValuesTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        // names that are not known
        "shrot: {replicas: 1}                                  | additional properties 'shrot'",
        "short: {replica: 1}                                   | '/short': additional properties"
            + " 'replica'",
        "long: {coldStorage: {class: x}}                       | '/long/coldStorage'",
        "short: {resources: {request: {cpu: 1}}}               | '/short/resources'",
        "standalone: {replicas: 2}                             | '/standalone'",
        "networkPolicy: {clients: [{podSelctor: {}}]}          | '/networkPolicy/clients/0'",
        // types
        "short: {replicas: two}                                | '/short/replicas': got string",
        "ingress: {enabled: 'true'}                            | '/ingress/enabled': got string",
        "short: {jvmOptions: [-Xss1m]}                         | '/short/jvmOptions'",
        "ingest: {service: {annotations: {a: true}}}           | '/ingest/service/annotations/a'",
        // limits
        "short: {replicas: 0}                                  | '/short/replicas': minimum",
        "short: {memory: {budgetPercent: 71}}                  | '/short/memory/budgetPercent':"
            + " maximum",
        "long: {memory: {blockCachePercent: 6}}                | '/long/memory/blockCachePercent':"
            + " minimum",
        "short: {resources: {limits: {memory: 8G}}}            | '/short/resources/limits/memory'",
        "root: {resources: {limits: {memory: 511Mi}}}          | '/root/resources/limits/memory'",
        "short: {resources: {limits: {memory: null}}}          | '/short/resources/limits'",
        "short: {resources: {requests: {cpu: 1 core}}}         | '/short/resources/requests/cpu'",
        "short: {storage: {size: 10}}                          | '/short/storage/size'",
        "short: {terminationGracePeriodSeconds: 30}            |"
            + " '/short/terminationGracePeriodSeconds'",
        "short: {sessionTimeout: 1 minute}                     | '/short/sessionTimeout'",
        "ingest: {terminationGracePeriodSeconds: 10}           |"
            + " '/ingest/terminationGracePeriodSeconds'",
        "root: {jvmOptions: -Xmx2g}                            | '/root/jvmOptions'",
        "root: {service: {type: Public}}                       | '/root/service/type'",
        "ingest: {autoscaling: {cpuPercent: 100}}              | '/ingest/autoscaling/cpuPercent'",
        "image: {digest: abc}                                  | '/image/digest'",
        "image: {repository: ``}                               | '/image/repository'",
        "image: {pullPolicy: Sometimes}                        | '/image/pullPolicy'",
        "kafka: {bootstrapServers: kafka}                      | '/kafka/bootstrapServers'",
        "kafka: {prefix: team/b}                               | '/kafka/prefix'",
        "kafka: {prefix: ``}                                   | '/kafka/prefix'",
        "zookeeper: {servers: `a:2181, b:2181`}                | '/zookeeper/servers'",
        "s3: {endpoint: `s3:9000`}                             | '/s3/endpoint'",
        "tls: {rpc: {secretName: A_B}}                         | '/tls/rpc/secretName'",
        "zones: {names: []}                                    | '/zones/names'",
        "zones: {names: [A]}                                   | '/zones/names/0'",
        "zones: {names: [a, a]}                                | '/zones/names'",
        "serviceMonitor: {interval: 15}                        | '/serviceMonitor/interval'",
        "podDisruptionBudget: {maxUnavailable: 0}              |"
            + " '/podDisruptionBudget/maxUnavailable'",
        "namespaces: {namespace: []}                           | '/namespaces'",
        // what only together makes no sense
        "kafka: {bootstrapServers: ``}                         | kafka.bootstrapServers is"
            + " required",
        "zookeeper: {servers: ``}                              | zookeeper.servers is required",
        "kafka: {secretProperties: [a]}                        | kafka.secretName is required",
        "ingress: {enabled: true}                              | ingress.host is required",
        "httpRoute: {enabled: true}                            | httpRoute.parentRefs is"
            + " required",
        "httpRoute: {parentRefs: [{nam: a}]}                   | '/httpRoute/parentRefs/0'",
        "ingest: {service: {nodePort: 30042}}                  | ingest.service.nodePort is 30042"
            + " and ingest.service.type is ClusterIP",
        "ingest: {service: {spec: {selector: {a: b}}}}         | '/ingest/service/spec/selector'",
        "short: {storage: {labels: {goku/zone: a}}}            |"
            + " '/short/storage/labels/goku~1zone'",
        "extraObjects: [{kind: ConfigMap}]                     | '/extraObjects/0'",
        "fullnameOverride: A_B                                 | '/fullnameOverride'",
        "{standalone: {enabled: true}, agent: {enabled: true}} | agent.enabled needs a Kafka",
        "networkPolicy: {egress: {kafka: [{ports: []}]}}       | '/networkPolicy/egress/kafka/0'",
        "root: {autoscaling: {behavior: {scaledown: {}}}}      | '/root/autoscaling/behavior'",
        "kafka: {secretProperties: [a=b=c]}                    | '/kafka/secretProperties/0'",
        "kafka: {otherSecretNames: [a.b]}                      | '/kafka/otherSecretNames/0'",
        "rollout: {zones: [c]}                                 | '/rollout'",
        "short: {memory: {heapPercent: 30, budgetPercent: 51}} | short.memory: heapPercent and",
        "root: {replicas: 5, autoscaling: {enabled: true}}     | root.autoscaling.maxReplicas is 4",
      })
  void whatIsWrongIsNamed(String values, String message) throws IOException {
    Path file = Files.writeString(directory.resolve("values.yaml"), values.replace('`', '"'));

    assertThatThrownBy(() -> Chart.OURS.render(Chart.valuesFile("minimal"), file))
        .hasMessageContaining(message.strip());
  }

  @Test
  void aReleaseNameThatMakesNamesTooLongIsRefused() {
    String name = "a-release-with-a-name-that-is-long-enough";

    assertThatThrownBy(() -> Chart.OURS.render(name, Chart.valuesFile("zones")))
        .hasMessageContaining("take a shorter release name");
  }
}
