package goku.ingest.limit;

import goku.cardinality.CountQuery;
import goku.cardinality.SeriesCounts;
import goku.fault.TroubleLog;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// The limits of series of all namespaces, and the thread that looks at the shards four times a
/// second. A shard that does not answer keeps its last state. One thread calls `start` and `close`,
/// once each. `of` is thread-safe.
public final class SeriesGates implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SeriesGates.class);

  /// The series that ingestors admit between two looks must fit into the margin of the shards: a
  /// tenth of the limit. At 20,000 new series a second this is 5,000 for each ingestor.
  private static final Duration PAUSE = Duration.ofMillis(250);

  private final SeriesSource source;
  private final Live<Namespaces> namespaces;
  private final LongSupplier nanoTime;
  private final GateMetrics metrics;
  private final GateLog log = new GateLog();
  private final TroubleLog unknown = new TroubleLog(LOG, Level.WARN, "series counts unknown", "");
  private final Map<String, NamespaceGate> gates = new ConcurrentHashMap<>();
  private final Thread thread =
      Thread.ofPlatform().daemon().name("series-limits").unstarted(this::run);

  public SeriesGates(
      SeriesSource source,
      Live<Namespaces> namespaces,
      MeterRegistry registry,
      LongSupplier nanoTime) {
    this.source = source;
    this.namespaces = namespaces;
    this.nanoTime = nanoTime;
    metrics = new GateMetrics(registry);
  }

  /// Returns the limits of a namespace.
  public NamespaceGate of(Namespace namespace) {
    return gates.computeIfAbsent(namespace.name(), name -> new NamespaceGate(name, nanoTime));
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        try {
          look();
          unknown.end();
        } catch (RuntimeException e) {
          unknown.beginOrChange(String.valueOf(e.getMessage()), e);
        }
        Thread.sleep(PAUSE);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /// Asks all shards once.
  void look() throws InterruptedException {
    List<Namespace> all = namespaces.current().all();
    List<CountQuery> queries = new ArrayList<>();
    all.forEach(namespace -> queries.addAll(of(namespace).queries(namespace)));
    long sent = nanoTime.getAsLong();
    List<SeriesCounts> answers = source.ask(queries);
    for (Namespace namespace : all) {
      NamespaceGate gate = of(namespace);
      gate.look(
          namespace,
          answers.stream()
              .filter(counts -> counts.shard().namespace().equals(namespace.name()))
              .toList(),
          sent);
      metrics.look(namespace, gate, nanoTime.getAsLong());
      log.look(namespace, gate);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalThreadStateException neverStarted) {
      // `start` of the service failed before
    }
  }
}
