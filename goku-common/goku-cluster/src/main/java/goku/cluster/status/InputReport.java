package goku.cluster.status;

import goku.kafka.input.InputLag;
import goku.kafka.input.InputLag.TopicLag;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The lines of the status about the ingestors and their input topics.
final class InputReport {
  private InputReport() {}

  static List<String> lines(Optional<InputLag> published) {
    if (published.isEmpty()) {
      return List.of("ingestors    unknown: no controller has published their lag");
    }
    InputLag lag = published.get();
    if (lag.topics().isEmpty()) {
      return List.of("ingestors    not watched: input.topics of the controllers is empty");
    }
    List<String> lines = new ArrayList<>();
    lines.add("ingestors    " + members(lag));
    for (TopicLag topic : lag.topics()) {
      lines.add(
          "input        %s: %s, lag %.1f s"
              .formatted(topic.topic(), waiting(topic), topic.lagMillis() / 1000.0));
    }
    return lines;
  }

  private static String members(InputLag lag) {
    if (!lag.problem().isEmpty()) {
      return "UNKNOWN: " + lag.problem();
    }
    return lag.members() == 0
        ? "NONE: the consumer group %s has no member".formatted(lag.group())
        : "%d members of the consumer group %s".formatted(lag.members(), lag.group());
  }

  private static String waiting(TopicLag topic) {
    return topic.records() == 1 ? "1 record waits" : topic.records() + " records wait";
  }
}
