package goku.cluster.status;

import static org.assertj.core.api.Assertions.assertThat;

import goku.kafka.input.InputLag;
import goku.kafka.input.InputLag.TopicLag;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InputReportTest {
  private static final List<TopicLag> TOPICS =
      List.of(new TopicLag("metrics", 250, 61_040), new TopicLag("more", 0, 90));

  @Test
  void showsTheLagOfEachTopic() {
    assertThat(lines(2, TOPICS, ""))
        .containsExactly(
            "ingestors    2 members of the consumer group goku-ingest",
            "input        metrics: 250 records wait, lag 61.0 s",
            "input        more: 0 records wait, lag 0.1 s");
  }

  @Test
  void showsThatNoIngestorRuns() {
    assertThat(lines(0, TOPICS, ""))
        .startsWith("ingestors    NONE: the consumer group goku-ingest has no member");
  }

  @Test
  void showsWhyTheLagIsNotKnown() {
    assertThat(lines(2, TOPICS, "cannot read the offsets of the input topics: no broker"))
        .startsWith("ingestors    UNKNOWN: cannot read the offsets of the input topics: no broker");
  }

  @Test
  void showsThatNoTopicIsWatched() {
    assertThat(lines(0, List.of(), ""))
        .containsExactly("ingestors    not watched: input.topics of the controllers is empty");
  }

  private static List<String> lines(int members, List<TopicLag> topics, String problem) {
    return InputReport.lines(Optional.of(new InputLag("goku-ingest", members, topics, problem)));
  }
}
