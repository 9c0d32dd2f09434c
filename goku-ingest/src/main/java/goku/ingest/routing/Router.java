package goku.ingest.routing;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.ingest.parse.Datapoint;
import goku.model.MetricPrefix;
import goku.model.Namespace;
import goku.model.Namespaces;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/// Finds the namespace of a datapoint (section 5.1 of the paper): the same as `Namespaces.of`, but
/// over bytes and without looking at prefixes that begin with another byte. Immutable.
public final class Router {
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Rule(byte[] prefix, long sinceMillis, Route route) {
    boolean matches(Datapoint point) {
      return point.timestampMillis() >= sinceMillis
          && point.metricLength() >= prefix.length
          && Arrays.equals(point.name(), 0, prefix.length, prefix, 0, prefix.length);
    }
  }

  /// Of two that match, the first in this order is the one to take.
  private static final Comparator<Rule> ORDER =
      Comparator.<Rule>comparingInt(rule -> -rule.prefix.length)
          .thenComparing(Rule::sinceMillis, Comparator.reverseOrder());

  private final Route defaultRoute;
  private final int shards;
  private final Rule[][] byFirstByte = new Rule[256][];

  /// A router to topics that are there.
  public Router(Namespaces namespaces) {
    this(namespaces, namespace -> NamespaceTopic.ready(namespace.kafkaTopic()));
  }

  Router(Namespaces namespaces, Function<Namespace, NamespaceTopic> topics) {
    List<Rule> rules = new ArrayList<>();
    List<Route> routes = new ArrayList<>();
    int firstSlot = 0;
    for (Namespace namespace : namespaces.all()) {
      var route =
          new Route(firstSlot, namespace, namespace.backfill().toMillis(), topics.apply(namespace));
      routes.add(route);
      firstSlot += namespace.sharding().shards();
      for (MetricPrefix metric : namespace.metrics()) {
        byte[] prefix = metric.prefix().getBytes(UTF_8);
        rules.add(new Rule(prefix, metric.since().toEpochMilli(), route));
      }
    }
    rules.sort(ORDER);
    shards = firstSlot;
    defaultRoute = routes.get(namespaces.all().indexOf(namespaces.defaultNamespace()));
    for (int first = 0; first < byFirstByte.length; first++) {
      byte wanted = (byte) first;
      byFirstByte[first] =
          rules.stream()
              .filter(rule -> rule.prefix.length == 0 || rule.prefix[0] == wanted)
              .toArray(Rule[]::new);
    }
  }

  /// The shards of all namespaces.
  int shards() {
    return shards;
  }

  Route route(Datapoint point) {
    for (Rule rule : byFirstByte[point.name()[0] & 0xff]) {
      if (rule.matches(point)) {
        return rule.route;
      }
    }
    return defaultRoute;
  }
}
