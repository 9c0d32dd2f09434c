package goku.integration.history;

import static java.util.Objects.requireNonNull;
import static org.awaitility.Awaitility.await;

import goku.testkit.HangLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;

/// The consumer group of the ingestors.
final class InputGroup implements AutoCloseable {
  private static final String ID = "goku-ingest";

  private final Admin admin;

  InputGroup(String bootstrapServers) {
    admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers));
  }

  /// Waits until the group has two members, and each of them has partitions.
  void awaitBoth() {
    await("two ingestors with partitions")
        .atMost(HangLimits.PROCESS)
        .pollInterval(Duration.ofMillis(300))
        .until(this::haveBoth);
  }

  private boolean haveBoth() throws InterruptedException {
    try {
      ConsumerGroupDescription group =
          requireNonNull(admin.describeConsumerGroups(List.of(ID)).describedGroups().get(ID)).get();
      return group.members().size() == 2
          && group.members().stream()
              .noneMatch(member -> member.assignment().topicPartitions().isEmpty());
    } catch (ExecutionException e) {
      return false; // Kafka has just started
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
