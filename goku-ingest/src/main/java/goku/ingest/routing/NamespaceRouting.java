package goku.ingest.routing;

import goku.kafka.TopicMismatchException;
import goku.model.Namespace;
import goku.model.Namespaces;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.RetriableException;

/// Where datapoints go at present. The router is replaced as a whole, at once, when the namespaces
/// change, so that a datapoint never goes where it does not belong any more. The topic of a new
/// namespace may take longer: until it is there, what belongs to it waits or is given back to the
/// sender, and all else goes its way. Thread-safe.
public final class NamespaceRouting {
  /// By the name of the namespace.
  private final Map<String, NamespaceTopic> topics = new ConcurrentHashMap<>();

  private Namespaces namespaces;
  private volatile Router router;

  /// No topic is known to be there.
  public NamespaceRouting(Namespaces namespaces) {
    this.namespaces = namespaces;
    router = router(namespaces);
  }

  public Router current() {
    return router;
  }

  /// Routes by these from now on.
  public synchronized void use(Namespaces next) {
    if (next != namespaces) {
      namespaces = next;
      router = router(next);
    }
  }

  /// Makes the topics that are not known to be there, each by `ensure`.
  ///
  /// @throws RuntimeException the first thing that failed, after all the rest was tried
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
    return new Router(of, this::topic);
  }

  private NamespaceTopic topic(Namespace namespace) {
    return topics.computeIfAbsent(
        namespace.name(), _ -> new NamespaceTopic(namespace.kafkaTopic()));
  }

  /// Whether Kafka has answered, and will not answer otherwise before somebody acts.
  private static boolean isLasting(RuntimeException failed) {
    return failed instanceof TopicMismatchException
        || (failed instanceof KafkaException
            && failed.getCause() instanceof ApiException answer
            && !(answer instanceof RetriableException));
  }
}
