package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import goku.kafka.KafkaNames;
import goku.standalone.process.ControllerProcess;
import goku.standalone.process.IngestProcess;
import goku.standalone.process.RootProcess;
import goku.standalone.process.ShortProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Tests of two releases that share Kafka, ZooKeeper and S3.
class SharedServersTest {
  /// The values of "Two releases in one cluster" in docs/kubernetes.md.
  private static final String SECOND =
      """
      kafka: {bootstrapServers: "kafka:9092", prefix: team-b}
      zookeeper: {servers: "zk-0.zk:2181,zk-1.zk:2181/team-b"}
      namespaces:
        namespaces:
          - name: ns1
            default: true
            backfill: 2h
            memory-ttl: 24h
            kafka-topic: team-b-ns1
            s3: {bucket: team-b-ns1}
            shard-groups: 2
            shards-per-group: 2
            metrics: []
      ingest: {config: {ingest: {input: {topics: [metrics-b], rejected-topic: metrics-b-rejected}}}}
      controller: {config: {input: {topics: [metrics-b]}}}
      """;

  @TempDir private Path directory;

  @Test
  void allProcessesOfAReleaseHaveItsPrefix() throws IOException {
    assertThat(prefixes(Chart.rendered("minimal", SECOND))).containsOnly("team-b");
    assertThat(prefixes(Chart.rendered("minimal", "{}"))).containsOnly(KafkaNames.DEFAULT_PREFIX);
  }

  @Test
  void controllersReadTheLagOfTheTopicsAndTheGroupOfTheIngestors() throws IOException {
    Manifests manifests = Chart.rendered("minimal", SECOND);
    var ingest = (IngestProcess) load(manifests, "ingest");
    var controller = (ControllerProcess) load(manifests, "controller");

    assertThat(ingest.ingest().input().topics()).containsExactly("metrics-b");
    assertThat(controller.input().topics()).containsExactly("metrics-b");
    assertThat(controller.kafka().names().ingestGroup(controller.input().applicationId()))
        .isEqualTo(
            ingest.ingest().kafka().names().ingestGroup(ingest.ingest().input().applicationId()))
        .isEqualTo("team-b-ingest");
  }

  private List<String> prefixes(Manifests manifests) throws IOException {
    return Stream.of(
            ((ControllerProcess) load(manifests, "controller")).kafka(),
            ((IngestProcess) load(manifests, "ingest")).ingest().kafka(),
            ((ShortProcess) load(manifests, "short-a")).shortTerm().kafka(),
            ((RootProcess) load(manifests, "root-b")).kafka())
        .map(kafka -> kafka.names().prefix())
        .toList();
  }

  private Record load(Manifests manifests, String service) throws IOException {
    return ConfiguredProcess.of(manifests, "metrics-goku-" + service).load(directory);
  }
}
