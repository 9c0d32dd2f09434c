package goku.ingest;

import goku.http.LineHandler;
import goku.http.Routes;
import goku.http.access.Grant;
import goku.http.access.Need;
import goku.http.access.Quotas;
import goku.ingest.limit.SeriesGates;
import goku.ingest.limit.SeriesSource;
import goku.ingest.parse.PutRecordReader;
import goku.ingest.parse.SeriesNameRules;
import goku.ingest.put.PutHandler;
import goku.ingest.put.PutKind;
import goku.ingest.put.PutSettings;
import goku.ingest.put.TelnetFactory;
import goku.ingest.routing.BatchAccumulator;
import goku.ingest.routing.IngestMetrics;
import goku.ingest.routing.Intake;
import goku.ingest.routing.NamespaceRouting;
import goku.ingest.stream.GuardedProducer;
import goku.ingest.stream.IngestClients;
import goku.ingest.stream.IngestOutput;
import goku.ingest.stream.IngestTopology;
import goku.ingest.stream.InputLag;
import goku.ingest.stream.ProducerSettings;
import goku.ingest.stream.RecordIntake;
import goku.ingest.stream.StreamSettings;
import goku.ingest.stream.TopicIds;
import goku.kafka.Producers;
import goku.kafka.SteadyTime;
import goku.kafka.ThreadReplacer;
import goku.kafka.TopicKeeper;
import goku.kafka.Topics;
import goku.kafka.fetch.OversizedBatches;
import goku.model.Blocklist;
import goku.model.FormatLevel;
import goku.model.Live;
import goku.model.Namespace;
import goku.model.Namespaces;
import goku.model.SharedSettings;
import goku.service.LiveFollower;
import goku.service.Service;
import goku.telemetry.Check;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;

/// The ingestor: the Kafka Streams application that reads the input topics, and the handlers of
/// HTTP and telnet, which share one producer. One thread calls `start` and `close` once each. All
/// other methods are thread-safe.
public final class IngestService implements Service {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

  /// The time for which one send may block. A put sends again until its own timeout.
  private static final Duration BLOCKED_MOMENT = Duration.ofMillis(100);

  private static final Duration REJECTED_RETENTION = Duration.ofDays(7);

  private final IngestConfig config;
  private final Live<Namespaces> namespaces;
  private final Live<Blocklist> blocklist;
  private final FormatLevel formats;
  private final TopicIds topicIds;
  private final MeterRegistry registry;
  private final InstantSource clock;
  private final SeriesNameRules rules;
  private final SeriesGates gates;
  private final NamespaceRouting routing;
  private final LiveFollower<Namespaces> follower;
  private final TopicKeeper rejectedTopic;
  private final ThreadReplacer replacer;
  private final Producer<byte[], byte[]> producer;
  private final KafkaStreams streams;
  private final Quotas quotas = new Quotas(Grant::datapointsPerSecond, System::nanoTime);

  /// @param keptFrom the first millisecond that all shards of a namespace keep; the smallest long
  ///   if they have dropped nothing, or if that is unknown. Called for each late datapoint
  /// @param series states the numbers of series of the shards, by which new ones are refused
  /// @param refusal supplies the reason why puts are refused now; empty if they are not
  public IngestService(
      IngestConfig config,
      SharedSettings shared,
      ToLongFunction<Namespace> keptFrom,
      SeriesSource series,
      Supplier<Optional<String>> refusal,
      MeterRegistry registry,
      InstantSource clock) {
    this.config = config;
    this.namespaces = shared.namespaces();
    this.blocklist = shared.blocklist();
    this.formats = shared.formats();
    this.topicIds = new TopicIds(config.kafka().clientProperties());
    this.registry = registry;
    this.clock = clock;
    this.rules = config.accept().rules();
    this.gates = new SeriesGates(series, namespaces, registry, System::nanoTime);
    this.routing = new NamespaceRouting(namespaces.current(), keptFrom, gates::of);
    this.follower =
        new LiveFollower<>(
            "ingest", "making the topics of namespaces", namespaces, this::ensureTopics, registry);
    this.rejectedTopic =
        TopicKeeper.of(
            config.kafka(),
            config.input().rejectedTopic(),
            config.input().partitions(),
            Map.of(TopicConfig.RETENTION_MS_CONFIG, Long.toString(REJECTED_RETENTION.toMillis())));
    this.replacer = ThreadReplacer.sleeping(clock);
    this.producer = new GuardedProducer(newProducer(config), refusal);
    this.streams = newStreams();
    streams.setUncaughtExceptionHandler(replacer);
    InputLag.add(registry, streams::metrics);
  }

  /// Creates missing topics and starts consuming. Fails if the topic of a namespace has fewer
  /// partitions than the namespace has shards.
  @Override
  public void start() {
    try (Admin admin = Admin.create(config.kafka().clientProperties())) {
      ensureTopics(admin, namespaces.current());
      int partitions = config.input().partitions();
      for (String topic : config.input().topics()) {
        Topics.ensure(admin, config.kafka().replication(), topic, partitions, Map.of());
      }
    }
    rejectedTopic.start();
    gates.start();
    namespaces.follow(_ -> routing.use(namespaces.current()));
    routing.use(namespaces.current());
    follower.start();
    streams.start();
  }

  private void ensureTopics(Namespaces wanted) {
    try (Admin admin = Admin.create(config.kafka().clientProperties())) {
      ensureTopics(admin, wanted);
    }
  }

  private void ensureTopics(Admin admin, Namespaces wanted) {
    var replication = config.kafka().replication();
    routing.ensureTopics(
        wanted, namespace -> Topics.ensureNamespace(admin, replication, namespace));
  }

  /// Adds `/api/put`, `/api/rollup` and `/api/histogram`.
  public void addRoutes(Routes routes) {
    for (PutKind kind : PutKind.values()) {
      var metrics = new IngestMetrics(registry, kind.source());
      routes.add(kind.path(), Need.WRITE, new PutHandler(putSettings(), kind, producer, metrics));
    }
  }

  /// Returns the handlers of the telnet protocol.
  public LineHandler.Factory lines() {
    return new TelnetFactory(putSettings(), producer, registry, version());
  }

  /// Returns the handlers of the telnet protocol without `put`.
  public LineHandler.Factory linesWithoutPut() {
    return TelnetFactory.withoutPut(version(), registry, clock);
  }

  /// Returns whether the stream threads run. Failures that Kafka causes are only doubts: all
  /// ingestors have them at the same time, and answer puts by 503 meanwhile.
  @Override
  public Check check() {
    KafkaStreams.State state = streams.state();
    if (!state.isRunningOrRebalancing()) {
      return Check.failed("ingest", "Kafka Streams is " + state);
    }
    Optional<String> doubt =
        follower
            .complaint()
            .or(rejectedTopic::complaint)
            .or(
                () ->
                    replacer
                        .recentFailure()
                        .map(last -> "failed at %s: %s".formatted(last.at(), last.message())));
    return new Check("ingest", true, doubt.orElse(""));
  }

  /// Sends all gathered datapoints, commits, and leaves the group, so that other ingestors take
  /// over at once.
  @Override
  public void close() {
    follower.close();
    gates.close();
    rejectedTopic.close();
    streams.close(
        CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
            .withTimeout(CLOSE_TIMEOUT));
    topicIds.close();
    producer.close(CLOSE_TIMEOUT);
  }

  private KafkaStreams newStreams() {
    IngestConfig.Input input = config.input();
    Duration linger = config.batch().linger();
    var metrics = new IngestMetrics(registry, "kafka");
    var clients =
        new IngestClients(
            input.rejectedTopic(),
            metrics,
            new OversizedBatches(registry),
            clock,
            output -> newIntake(output, metrics, linger));
    var settings =
        new StreamSettings(
            config.kafka().clientProperties(),
            config.group(),
            input.nodeName(),
            input.threads(),
            input.sessionTimeout(),
            input.commitInterval(),
            linger);
    var topology = IngestTopology.build(input.topics(), clients::ofThisThread, linger, clock);
    return new KafkaStreams(topology, settings.toProperties(), clients, new SteadyTime());
  }

  private RecordIntake newIntake(IngestOutput output, IngestMetrics metrics, Duration linger) {
    var reader = new PutRecordReader(rules, (int) config.accept().maxLine().bytes());
    var batches = new BatchAccumulator(config.batch().limits(), output, formats);
    var intake =
        new Intake(routing::current, batches, clock, config.accept().maxFuture(), blocklist);
    return new RecordIntake(reader, intake, batches, output, metrics, topicIds, linger);
  }

  private PutSettings putSettings() {
    return new PutSettings(
        rules,
        (int) config.accept().maxLine().bytes(),
        routing::current,
        config.batch().limits(),
        config.batch().linger(),
        clock,
        config.accept().maxFuture(),
        blocklist,
        config.putTimeout(),
        quotas,
        config.put().refused(),
        config.input().rejectedTopic(),
        formats,
        config.accept().histogramId());
  }

  private static String version() {
    String version = IngestService.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  private static Producer<byte[], byte[]> newProducer(IngestConfig config) {
    Map<String, Object> settings = config.kafka().clientProperties();
    settings.putAll(ProducerSettings.ofPuts());
    settings.putAll(Producers.waitingAtMost(config.putTimeout()));
    settings.put(
        ProducerConfig.MAX_BLOCK_MS_CONFIG,
        Math.min(BLOCKED_MOMENT.toMillis(), config.putTimeout().toMillis()));
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
