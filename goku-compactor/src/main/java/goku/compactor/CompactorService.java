package goku.compactor;

import goku.compactor.job.Failure;
import goku.compactor.job.JobMetrics;
import goku.compactor.job.JobQueue;
import goku.compactor.job.JobRunner;
import goku.compactor.job.Merger;
import goku.compactor.job.RetryQueue;
import goku.compactor.job.Splitter;
import goku.compactor.transfer.S3Storage;
import goku.compactor.transfer.Storage;
import goku.compactor.work.FileSplitter;
import goku.compactor.work.SourceMerger;
import goku.http.HttpResponse;
import goku.http.Routes;
import goku.model.CurrentNamespaces;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.ShardId;
import goku.model.SharedSettings;
import goku.objectstore.ObjectStore;
import goku.objectstore.S3BucketMaker;
import goku.objectstore.S3ObjectStore;
import goku.service.Service;
import goku.service.ShardHolder;
import goku.telemetry.Check;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The compactor as a service. It shuffles the buckets that GokuS finalized, builds the buckets of
/// all tiers, and removes objects that are no longer needed (sections 4.6.3 and 5.2 of the paper).
/// It keeps no state: the work follows from the contents of S3, so it may crash at any point.
/// Several compactors may run and share the work by shards.
///
/// One thread calls either `start`, once, or `runOnce`, repeatedly. `check`, the routes and the
/// shard holders are thread-safe.
public final class CompactorService implements Service {
  /// The time for which a failure must have lasted before the health check reports it.
  private static final Duration COMPLAIN_AFTER = Duration.ofMinutes(1);

  private final CompactorConfig config;
  private final MeterRegistry registry;
  private final Ownership ownership;
  private final InstantSource clock;
  private final Runnable closeStorages;
  private final Live<Namespaces> live;
  private final NamespaceWorks namespaces;
  private final RetryQueue failures;
  private final JobRunner runner;
  private final Backlog backlog;
  private final Rounds rounds;
  private final JobQueue queue = new JobQueue();
  private final CompactorThreads threads;
  private @Nullable WorkDirectory directory;

  /// Creates a compactor that works for all shards.
  public CompactorService(
      CompactorConfig config, SharedSettings shared, MeterRegistry registry, InstantSource clock) {
    this(config, shared, registry, clock, Ownership.all(shared.namespaces().current()));
  }

  /// @param ownership the shards that it works for at first; `shuffling` and `compacting` change
  ///   them
  public CompactorService(
      CompactorConfig config,
      SharedSettings shared,
      MeterRegistry registry,
      InstantSource clock,
      Ownership ownership) {
    this(
        config,
        shared,
        registry,
        clock,
        ownership,
        new S3ObjectStore(config.objectStore(), registry));
  }

  private CompactorService(
      CompactorConfig config,
      SharedSettings shared,
      MeterRegistry registry,
      InstantSource clock,
      Ownership ownership,
      ObjectStore store) {
    this(
        config,
        shared,
        registry,
        clock,
        ownership,
        storages(store),
        store::close,
        new FileSplitter(),
        new SourceMerger(shared.blocklist(), shared.formats(), registry));
  }

  private static Function<Namespace, Storage> storages(ObjectStore store) {
    var s3Buckets = new S3BucketMaker(store);
    return namespace -> {
      // the listing reports whether S3 is reachable
      var _ = s3Buckets.make(List.of(namespace.s3Bucket()));
      return new S3Storage(store, namespace.s3Bucket());
    };
  }

  /// Creates a compactor for tests that make S3 fail or replace the work.
  ///
  /// @param closeStorages called when the service is closed
  CompactorService(
      CompactorConfig config,
      SharedSettings shared,
      MeterRegistry registry,
      InstantSource clock,
      Ownership ownership,
      Function<Namespace, Storage> storages,
      Runnable closeStorages,
      Splitter splitter,
      Merger merger) {
    this.config = config;
    this.registry = registry;
    this.ownership = ownership;
    this.clock = clock;
    this.closeStorages = closeStorages;
    Path jobs = WorkDirectory.jobs(config.directory());
    var metrics = new JobMetrics(registry);
    live = shared.namespaces();
    namespaces =
        new NamespaceWorks(
            new CurrentNamespaces(live),
            storages,
            jobs,
            config.retentionGrace(),
            ownership,
            metrics,
            clock);
    failures = new RetryQueue(clock, config.directory());
    runner = new JobRunner(splitter, merger, shared.formats(), metrics, clock);
    backlog = new Backlog(clock);
    rounds = new Rounds(namespaces, queue, failures, backlog, clock);
    threads =
        new CompactorThreads(
            config, rounds, queue, failures, runner, ownership, namespaces::place, clock);
    live.follow(_ -> follow());
    follow();
    addOwned("shuffle", ownership.shuffled(), registry);
    addOwned("compact", ownership.compacted(), registry);
    Gauge.builder("goku.compactor.running", () -> runner.running().size())
        .description("running jobs")
        .register(registry);
    Gauge.builder("goku.compactor.failing", () -> failures.all().size())
        .description("failed jobs that wait for their next try")
        .register(registry);
    Gauge.builder("goku.compactor.refused", failures::refused)
        .description("buckets that are not replaced because they would lose datapoints")
        .register(registry);
    Gauge.builder("goku.compactor.retention.waiting", rounds::waitingBytes)
        .description("bytes that changes of the retention will remove after their grace period")
        .baseUnit("bytes")
        .register(registry);
    Gauge.builder("goku.compactor.unreadable", () -> rounds.unreadable().size())
        .description("markers in S3 that cannot be used; nothing of their buckets is removed")
        .register(registry);
  }

  /// Starts the threads that look for work.
  ///
  /// @throws java.io.UncheckedIOException when the work directory cannot be used
  @Override
  public void start() {
    begin();
    threads.start();
  }

  /// Returns the holder that takes and releases shards of GokuS, whose finalized buckets are
  /// shuffled.
  public ShardHolder shuffling() {
    return new Holder(true, ownership, queue, failures);
  }

  /// Returns the holder that takes and releases shards of GokuL, whose buckets are built.
  public ShardHolder compacting() {
    return new Holder(false, ownership, queue, failures);
  }

  /// Runs the jobs that are due now, removes objects that are no longer needed, and returns whether
  /// there was work. In place of `start`, for a caller that decides when the compactor works. A
  /// round may make more work due, up to the last tier.
  ///
  /// @throws IllegalStateException when a job failed, with its failure as the cause; all other due
  ///   jobs of its namespace have run
  public boolean runOnce() throws InterruptedException {
    begin();
    return new SingleRound(namespaces, runner, failures, config.threads()).run();
  }

  /// Returns healthy when S3 was listed lately and no job has been failing for long.
  @Override
  public Check check() {
    if (!rounds.ran()) {
      return Check.failed("compactor", "no search of S3 for work has completed yet");
    }
    return complaint()
        .map(complaint -> Check.failed("compactor", complaint))
        .orElseGet(() -> Check.ok("compactor"));
  }

  /// Adds `/api/goku/compactor/status`, which reports running, due, failing and finished jobs.
  ///
  /// @param node name of the node that answers
  public void addRoutes(Routes routes, String node) {
    routes.addAlways("/api/goku/compactor/status", request -> HttpResponse.json(200, status(node)));
  }

  /// Returns the answer of the status route.
  String status(String node) {
    return StatusJson.of(node, clock.instant(), ownership, runner, backlog, failures, rounds);
  }

  /// Stops the running jobs. They start over after the next start.
  @Override
  public void close() {
    threads.close();
    closeStorages.run();
    if (directory != null) {
      directory.close();
    }
  }

  private void begin() {
    if (directory == null) {
      directory = WorkDirectory.open(config.directory());
    }
  }

  private static void addOwned(String kind, Set<ShardId> owned, MeterRegistry registry) {
    Gauge.builder("goku.compactor.owned", owned, Set::size)
        .description("shards owned by this compactor")
        .tag("kind", kind)
        .register(registry);
  }

  /// Adopts namespaces that are new or changed, for which there may be more work, and stops the
  /// jobs of removed ones.
  private void follow() {
    Namespaces now = live.current();
    ownership.follow(now);
    queue.giveUp(task -> !ownership.has(task));
    backlog.addGauges(now.all(), registry);
    queue.wake();
  }

  private Optional<String> complaint() {
    Instant limit = clock.instant().minus(COMPLAIN_AFTER);
    List<String> complaints = new ArrayList<>();
    rounds
        .troubles()
        .forEach(
            (namespace, trouble) -> {
              if (!trouble.since().isAfter(limit)) {
                complaints.add("namespace %s: %s".formatted(namespace, trouble.message()));
              }
            });
    failures.all().stream()
        .filter(
            waiting ->
                waiting.failure().kind() == Failure.Kind.LASTING
                    || waiting.failure().kind() == Failure.Kind.REFUSED
                    || !waiting.since().isAfter(limit))
        .map(waiting -> waiting.task() + ": " + waiting.failure().message())
        .forEach(complaints::add);
    rounds.unreadable().forEach(marker -> complaints.add(marker.problem()));
    return complaints.isEmpty()
        ? Optional.empty()
        : Optional.of(
            complaints.size() == 1
                ? complaints.getFirst()
                : "%d failures, the first: %s".formatted(complaints.size(), complaints.getFirst()));
  }
}
