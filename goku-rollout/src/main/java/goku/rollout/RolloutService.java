package goku.rollout;

import goku.cluster.ClusterClient;
import goku.cluster.map.ShardMapWatch;
import goku.cluster.rollout.RolloutEntry;
import goku.cluster.rollout.RolloutProgress;
import goku.cluster.stop.StopCheck;
import goku.fault.TroubleLog;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.rollout.RolloutPlan.MapView;
import goku.rollout.RolloutStep.Complete;
import goku.rollout.RolloutStep.Evict;
import goku.rollout.RolloutStep.Wait;
import goku.service.ClusterException;
import goku.service.Service;
import goku.telemetry.Check;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/// A thread that restarts outdated pods of GokuS and GokuL one at a time, while this controller
/// leads. `start` and `close` belong to one thread.
public final class RolloutService implements Service {
  private static final Logger LOG = LoggerFactory.getLogger(RolloutService.class);

  /// The longest interval between writes of the progress.
  private static final Duration REFRESH = Duration.ofMinutes(1);

  private final RolloutConfig config;
  private final int longReplicas;
  private final ClusterClient cluster;
  private final BooleanSupplier leads;
  private final Supplier<Namespaces> namespaces;
  private final MeterRegistry registry;
  private final InstantSource clock;
  private final Counter evictions;
  private final Counter refusals;
  private final TroubleLog trouble = new TroubleLog(LOG, Level.WARN, "rollout failure", "");
  private final Thread thread = Thread.ofPlatform().daemon().name("rollout").unstarted(this::run);
  private volatile int upgraded;
  private volatile int outdated;
  private RolloutPlan plan;
  private @Nullable RolloutProgress written;
  private long writtenNanos;

  /// @param longReplicas the wanted replicas of a shard of GokuL
  /// @param cluster the connection of the controller, started before this service
  /// @param leads whether this controller leads
  /// @param namespaces supplies the namespaces in force
  public RolloutService(
      RolloutConfig config,
      int longReplicas,
      ClusterClient cluster,
      BooleanSupplier leads,
      Supplier<Namespaces> namespaces,
      MeterRegistry registry,
      InstantSource clock) {
    this.config = config;
    this.longReplicas = longReplicas;
    this.cluster = cluster;
    this.leads = leads;
    this.namespaces = namespaces;
    this.registry = registry;
    this.clock = clock;
    plan = new RolloutPlan(longReplicas);
    evictions = registry.counter("goku.rollout.evictions", "outcome", "done");
    refusals = registry.counter("goku.rollout.evictions", "outcome", "refused");
    gauge("upgraded", () -> upgraded);
    gauge("outdated", () -> outdated);
  }

  private void gauge(String state, Supplier<Number> count) {
    Gauge.builder("goku.rollout.pods", count)
        .tag("state", state)
        .description("pods of GokuS and GokuL by their revision; 0 if this process does not lead")
        .register(registry);
  }

  @Override
  public void start() {
    thread.start();
  }

  /// Returns a check that is ok: a controller that cannot roll out still does all else.
  @Override
  public Check check() {
    return Check.ok("rollout");
  }

  private void run() {
    try {
      while (true) {
        try (var map = new ShardMapWatch(cluster, registry, clock);
            var api = new KubernetesApi(config)) {
          follow(api, map);
        } catch (RuntimeException failed) {
          trouble.beginOrChange(String.valueOf(failed.getMessage()), failed);
        }
        Thread.sleep(config.interval());
      }
    } catch (InterruptedException closed) {
      LOG.debug("rollout closed", closed);
    }
  }

  private void follow(KubernetesApi api, ShardMapWatch map) throws InterruptedException {
    while (true) {
      if (leads.getAsBoolean()) {
        look(api, map);
      } else {
        rest();
      }
      Thread.sleep(config.interval());
    }
  }

  private void look(KubernetesApi api, ShardMapWatch map) throws InterruptedException {
    try {
      Workloads workloads = api.workloads();
      outdated = workloads.outdated().size();
      upgraded = workloads.pods().size() - outdated;
      publish(workloads, waitsFor(plan.next(workloads, view(map)), api));
      trouble.end();
    } catch (KubernetesException | ClusterException failed) {
      trouble.beginOrChange(String.valueOf(failed.getMessage()), null);
    }
  }

  private MapView view(ShardMapWatch map) {
    Namespaces now = namespaces.get();
    // the newest time first: entries that arrive meanwhile only make the map newer
    var newest = map.newestMillis();
    var oldest =
        map.oldestMillis(now.all().stream().map(Namespace::name).collect(Collectors.toSet()));
    return new MapView(new StopCheck(now, map.replicas()), newest, oldest);
  }

  /// Takes a step, and returns what the rollout waits for then; empty if it is complete.
  private String waitsFor(RolloutStep step, KubernetesApi api) throws InterruptedException {
    return switch (step) {
      case Complete() -> "";
      case Wait(String reason) -> reason;
      case Evict(StoragePod pod, boolean isAlone) -> {
        if (!leads.getAsBoolean()) {
          yield "the next leading controller";
        }
        if (isAlone) {
          LOG.warn(
              "restarting the only replica, answers are incomplete meanwhile pod={}", pod.name());
        }
        if (api.evict(pod)) {
          evictions.increment();
          LOG.info("pod evicted pod={} revision={}", pod.name(), pod.revision());
          yield pod.name() + " to stop";
        }
        refusals.increment();
        yield "the PodDisruptionBudget of %s to permit its eviction".formatted(pod.name());
      }
    };
  }

  private void publish(Workloads workloads, String waiting) {
    var progress = new RolloutProgress(workloads.pods().size(), upgraded, waiting);
    boolean isFresh = System.nanoTime() - writtenNanos < REFRESH.toNanos();
    if (progress.equals(written) && isFresh) {
      return;
    }
    if (!progress.equals(written)) {
      LOG.info("rollout progress={}", progress);
    }
    new RolloutEntry(cluster).write(clock.millis(), progress);
    written = progress;
    writtenNanos = System.nanoTime();
  }

  private void rest() {
    plan = new RolloutPlan(longReplicas);
    written = null;
    upgraded = 0;
    outdated = 0;
    trouble.end();
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
