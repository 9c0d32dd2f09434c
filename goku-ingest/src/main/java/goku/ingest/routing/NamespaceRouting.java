package goku.ingest.routing;

import goku.ingest.limit.NamespaceGate;
import goku.kafka.TopicMismatchException;
import goku.model.Namespace;
import goku.model.Namespaces;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RetriableException;

/// The routing of datapoints to the current namespaces. A change of the namespaces replaces the
/// router atomically, so that no datapoint goes to an outdated namespace. The topic of a new
/// namespace may take longer. Until it exists, datapoints of this namespace wait or are returned to
/// the sender. Other datapoints are not affected. Thread-safe.
public final class NamespaceRouting {
  /// The topics by the name of their namespace.
  private final Map<String, NamespaceTopic> topics = new ConcurrentHashMap<>();

  private final ToLongFunction<Namespace> keptFrom;
  private final Function<Namespace, NamespaceGate> gates;
  private Namespaces namespaces;
  private volatile Router router;

  /// Assumes that no topic exists yet.
  ///
  /// @param keptFrom the first millisecond that all shards of a namespace keep; the smallest long
  ///   if they have dropped nothing, or if that is unknown
  /// @param gates the limits of series
  public NamespaceRouting(
      Namespaces namespaces,
      ToLongFunction<Namespace> keptFrom,
      Function<Namespace, NamespaceGate> gates) {
    this.namespaces = namespaces;
    this.keptFrom = keptFrom;
    this.gates = gates;
    router = router(namespaces);
  }

  public Router current() {
    return router;
  }

  /// Replaces the namespaces.
  public synchronized void use(Namespaces next) {
    if (next != namespaces) {
      namespaces = next;
      router = router(next);
    }
  }

  /// Creates the topics that are not known to exist, each by `ensure`.
  ///
  /// @throws RuntimeException the first failure, after all other topics were tried
  public void ensureTopics(Namespaces wanted, Consumer<Namespace> ensure) {
    RuntimeException first = null;
    for (Namespace namespace : wanted.all()) {
      NamespaceTopic topic = topic(namespace);
      try {
        if (!topic.isReady()) {
          ensure.accept(namespace);
          topic.ready();
        }
      } catch (RuntimeException failed) {
        if (isLasting(failed)) {
          topic.refused(String.valueOf(failed.getMessage()));
        }
        first = first == null ? failed : first;
      }
    }
    if (first != null) {
      throw first;
    }
  }

  private Router router(Namespaces of) {
    return new Router(of, keptFrom, this::topic, gates);
  }

  private NamespaceTopic topic(Namespace namespace) {
    return topics.computeIfAbsent(
        namespace.name(), _ -> new NamespaceTopic(namespace.kafkaTopic()));
  }

  /// Returns whether the failure persists until an operator acts.
  private static boolean isLasting(RuntimeException failed) {
    return failed instanceof TopicMismatchException
        || (failed instanceof KafkaException
            && failed.getCause() instanceof ApiException answer
            && !(answer instanceof RetriableException));
  }
}
