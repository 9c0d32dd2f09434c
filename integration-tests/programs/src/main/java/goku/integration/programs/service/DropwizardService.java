package goku.integration.programs.service;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import com.github.sps.metrics.OpenTsdbReporter;
import com.github.sps.metrics.opentsdb.OpenTsdb;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// A process whose Dropwizard metrics are sent by the reporter for OpenTSDB. All settings are the
/// defaults, except for the address, the interval, and the tag that OpenTSDB requires.
public final class DropwizardService {
  private static final int INTERVAL_SECONDS = 2;
  private static final int ORDERS = 1_000;

  private DropwizardService() {}

  /// Measures some orders, then reports them until the process is ended.
  ///
  /// @param arguments the port that receives the metrics
  public static void main(String[] arguments) throws InterruptedException {
    var metrics = new MetricRegistry();
    metrics.register("jvm.threads", (Gauge<Integer>) Thread::activeCount);
    OpenTsdbReporter.forRegistry(metrics)
        .withTags(Map.of("host", "web01"))
        .build(OpenTsdb.forService("http://127.0.0.1:" + arguments[0]).create())
        .start(INTERVAL_SECONDS, TimeUnit.SECONDS);
    for (int order = 0; order < ORDERS; order++) {
      metrics.counter("orders.open").inc();
      metrics.meter("orders.placed").mark();
      metrics.histogram("orders.positions").update(order % 7);
      metrics.timer("orders.time").update(order, TimeUnit.MILLISECONDS);
    }
    Thread.currentThread().join();
  }
}
