package goku.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.model.Store;
import org.junit.jupiter.api.Test;

class WorkloadJsonTest {
  private static final String SET =
      """
      {"items": [{
        "metadata": {"name": "goku-short-a", "generation": 7,
          "labels": {"app.kubernetes.io/component": "short", "goku/zone": "a"}},
        "spec": {"replicas": 3, "updateStrategy": {"type": "OnDelete"}},
        "status": {"observedGeneration": 7, "currentRevision": "goku-short-a-1",
          "updateRevision": "goku-short-a-2"}}]}
      """;

  private static final String POD =
      """
      {"items": [{
        "metadata": {"name": "goku-short-a-0", "uid": "u-1",
          "labels": {"controller-revision-hash": "goku-short-a-1"},
          "ownerReferences": [{"kind": "StatefulSet", "name": "goku-short-a"}]},
        "status": {"conditions": [{"type": "Initialized", "status": "False"},
          {"type": "Ready", "status": "True"}]}}]}
      """;

  @Test
  void readsSets() {
    assertThat(WorkloadJson.sets(json(SET)))
        .containsExactly(
            new StorageSet("goku-short-a", Store.SHORT_TERM, "a", 3, true, "goku-short-a-2"));
    assertThat(WorkloadJson.sets(json(SET.replace("\"short\", \"goku/zone\": \"a\"", "\"long\""))))
        .containsExactly(
            new StorageSet(
                "goku-short-a", Store.LONG_TERM, "goku-short-a", 3, true, "goku-short-a-2"));
  }

  @Test
  void aTemplateIsObservedOnceItsGenerationIs() {
    String newer = SET.replace("\"generation\": 7", "\"generation\": 8");
    assertThat(WorkloadJson.sets(json(newer)).getFirst().isObserved()).isFalse();
    String first = SET.replace("\"observedGeneration\": 7,", "");
    assertThat(WorkloadJson.sets(json(first)).getFirst().isObserved()).isFalse();
  }

  @Test
  void setsOfOtherServicesAndStrategiesAreLeftOut() {
    assertThat(WorkloadJson.sets(json(SET.replace("\"short\"", "\"compactor\"")))).isEmpty();
    assertThat(WorkloadJson.sets(json(SET.replace("OnDelete", "RollingUpdate")))).isEmpty();
  }

  @Test
  void readsPods() {
    assertThat(WorkloadJson.pods(json(POD)))
        .containsExactly(
            new StoragePod("goku-short-a-0", "u-1", "goku-short-a", "goku-short-a-1", true, false));
  }

  @Test
  void aPodIsReadyOnlyIfKubernetesSaysSo() {
    assertThat(WorkloadJson.pods(json(POD.replace("\"True\"", "\"False\""))).getFirst().isReady())
        .isFalse();
    assertThat(WorkloadJson.pods(json(POD.replace("\"Ready\"", "\"Other\""))).getFirst().isReady())
        .isFalse();
  }

  @Test
  void aDeletedPodStops() {
    String deleted =
        POD.replace("\"uid\"", "\"deletionTimestamp\": \"2026-11-29T00:00:00Z\", \"uid\"");
    assertThat(WorkloadJson.pods(json(deleted)).getFirst().isStopping()).isTrue();
  }

  @Test
  void podsOfOtherOwnersAreLeftOut() {
    assertThat(WorkloadJson.pods(json(POD.replace("StatefulSet", "ReplicaSet")))).isEmpty();
  }

  private static JsonNode json(String text) {
    try {
      return new JsonMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(text, e);
    }
  }
}
