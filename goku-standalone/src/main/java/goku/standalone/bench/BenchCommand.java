package goku.standalone.bench;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.standalone.bench.ask.Arrival;
import goku.standalone.bench.ask.LatencySummary;
import goku.standalone.bench.ask.QueryLanguage;
import goku.standalone.bench.ask.QueryType;
import goku.standalone.bench.ask.Questions;
import goku.standalone.bench.ask.Server;
import goku.standalone.bench.devops.DevopsReadings;
import goku.standalone.bench.devops.Field;
import goku.standalone.bench.load.DevopsLoad;
import goku.standalone.bench.load.Format;
import goku.standalone.bench.load.Schedule;
import goku.standalone.bench.load.SendThrottle;
import goku.standalone.bench.load.Target;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// The command `goku bench`, which loads readings of hosts, waits until queries find them, and
/// times queries.
@Command(
    name = "bench",
    description = {
      "measures a running server: loads readings of many hosts, waits until queries find"
          + " them, and times queries of three types.",
      "The data stays in the server: use a separate one."
    })
public final class BenchCommand implements Callable<Integer> {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// The protocol for sending datapoints.
  enum Via {
    /// Records on the metrics topic.
    kafka,
    /// JSON to `/api/put`.
    put,
    /// Lines of the telnet protocol on one connection.
    telnet,
    /// InfluxDB's line protocol to `/write`.
    influx,
    /// No datapoints: queries use existing data.
    none
  }

  @Option(
      names = "--url",
      defaultValue = "http://127.0.0.1:4242",
      description = "Server that is asked, and that takes puts; ${DEFAULT-VALUE} unless given.")
  private URI url = URI.create("");

  @Option(
      names = "--put-url",
      description =
          "Server that takes puts and lines, if it is not the one at --url; with path and query if"
              + " they are not /api/put or /write?db=bench&precision=s.")
  private @Nullable URI putUrl;

  @Option(
      names = "--language",
      defaultValue = "opentsdb",
      description =
          "How the server is asked: ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless given. Of"
              + " InfluxDB it is the database bench.")
  private QueryLanguage language = QueryLanguage.opentsdb;

  @Option(
      names = "--via",
      defaultValue = "kafka",
      description =
          "How datapoints are sent: ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} unless given.")
  private Via via = Via.kafka;

  @Option(
      names = "--kafka",
      paramLabel = "BROKERS",
      defaultValue = "127.0.0.1:9092",
      description = "Brokers of the metrics topic; ${DEFAULT-VALUE} unless given.")
  private String brokers = "";

  @Option(
      names = "--topic",
      defaultValue = "metrics",
      description = "The metrics topic; ${DEFAULT-VALUE} unless given.")
  private String topic = "";

  @Option(
      names = "--per-message",
      defaultValue = "100",
      description = "Datapoints in a record or body; ${DEFAULT-VALUE} unless given.")
  private int perMessage;

  @Option(
      names = "--connections",
      defaultValue = "2",
      description = "Connections that put at the same time; ${DEFAULT-VALUE} unless given.")
  private int connections;

  @Option(
      names = "--hosts",
      defaultValue = "1000",
      description = "Hosts, each with 101 series; ${DEFAULT-VALUE} unless given.")
  private int hosts;

  @Option(
      names = "--measurements",
      paramLabel = "NAME",
      split = ",",
      description = "Only the fields of these measurements, such as cpu,mem; all unless given.")
  private List<String> measurements = List.of();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Datapoints that are sent a second; as many as are taken unless given.")
  private @Nullable Long rate;

  @Option(
      names = "--length",
      defaultValue = "PT10M",
      description =
          "How far readings reach back from now, such as PT1H; ${DEFAULT-VALUE} unless given.")
  private Duration length = Duration.ZERO;

  @Option(
      names = "--interval",
      defaultValue = "PT60S",
      description = "Time between two readings; ${DEFAULT-VALUE} unless given.")
  private Duration interval = Duration.ZERO;

  @Option(
      names = "--end",
      paramLabel = "TIME",
      description = "When readings end, such as 2026-01-01T00:00:00Z; now unless given.")
  private @Nullable Instant end;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "Equal seeds give equal readings and queries; ${DEFAULT-VALUE} unless given.")
  private long seed;

  @Option(
      names = "--queries",
      defaultValue = "1000",
      description = "Queries of each type; ${DEFAULT-VALUE} unless given.")
  private int queries;

  @Option(
      names = "--warm-up",
      defaultValue = "PT10S",
      description =
          "How long queries of each type are asked before they are timed, while a JVM compiles what"
              + " they need; ${DEFAULT-VALUE} unless given.")
  private Duration warmUp = Duration.ZERO;

  @Option(
      names = "--pid",
      description =
          "Process of the server, if it is on this machine: its processor time and memory are"
              + " measured.")
  private @Nullable Long pid;

  @Option(names = "--json", paramLabel = "FILE", description = "File for the result as JSON.")
  private @Nullable Path json;

  @Option(
      names = "--plot",
      paramLabel = "FILE",
      description = "File for a plot of the queries' latencies, as SVG.")
  private @Nullable Path plot;

  @Spec private @Nullable CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    var line = Objects.requireNonNull(spec).commandLine();
    try {
      if (plot != null && queries == 0) {
        throw new IllegalArgumentException("--plot draws queries, of which --queries wants none");
      }
      if (rate != null && rate < 1) {
        throw new IllegalArgumentException("--rate %d: must be at least 1".formatted(rate));
      }
      Instant until = end == null ? Instant.now() : end;
      BenchResult result = run(Schedule.before(until, length, interval));
      BenchReport.print(result, line.getOut());
      if (json != null) {
        var mapper = JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
        Files.write(json, mapper.writeValueAsBytes(result));
      }
      if (plot != null) {
        LatencyPlot.write(result.queries(), plot);
      }
      return 0;
    } catch (IllegalArgumentException wrong) {
      line.getErr().println("goku bench: " + wrong.getMessage());
      return 2;
    } catch (IOException failed) {
      line.getErr()
          .println("goku bench: " + failed.getMessage() + "; does the server run at " + url + "?");
      return 1;
    }
  }

  private BenchResult run(Schedule schedule) throws IOException, InterruptedException {
    var readings = new DevopsReadings(hosts, fields(), seed);
    BenchResult.Load load = via == Via.none ? null : load(readings, schedule);
    List<LatencySummary> latencies = new ArrayList<>();
    var questions = new Questions(asked(), schedule, hosts, seed, warmUp);
    for (QueryType type : queries == 0 ? List.<QueryType>of() : List.of(QueryType.values())) {
      try (ProgressBar bar = bar(type.title(), queries, "")) {
        latencies.add(questions.ask(type, queries, bar::stepBy));
      }
    }
    return new BenchResult(
        hosts, (long) hosts * readings.fields().size(), schedule.steps(), load, latencies);
  }

  private List<Field> fields() {
    List<Field> all = Field.all();
    for (String name : measurements) {
      if (all.stream().noneMatch(field -> field.measurement().equals(name))) {
        throw new IllegalArgumentException(
            "--measurements %s: there are %s"
                .formatted(name, all.stream().map(Field::measurement).distinct().toList()));
      }
    }
    return measurements.isEmpty()
        ? all
        : all.stream().filter(field -> measurements.contains(field.measurement())).toList();
  }

  private BenchResult.Load load(DevopsReadings readings, Schedule schedule)
      throws IOException, InterruptedException {
    Target target = target();
    var server = new ServerProcess(pid == null ? OptionalLong.empty() : OptionalLong.of(pid));
    long all = (long) hosts * readings.fields().size() * schedule.steps();
    try (var load = prepare(readings, schedule, target, all)) {
      Duration cpu = server.cpu();
      long resident = server.residentBytes();
      long began = System.nanoTime();
      try (ProgressBar bar = bar("sending", all, " datapoints")) {
        SendThrottle throttle =
            rate == null ? SendThrottle.UNLIMITED : SendThrottle.of(rate, perMessage);
        target.send(load.file(), throttle, bar::stepBy);
      }
      double sent = secondsSince(began);
      var arrival = new Arrival(asked(), schedule, hosts, PATIENCE);
      arrival.awaitLast(readings.fields());
      double queryable = secondsSince(began);
      Duration used = server.cpu().minus(cpu);
      if (!arrival.awaitAll(readings.fields())) {
        queryable = secondsSince(began);
        used = server.cpu().minus(cpu);
      }
      long after = server.residentBytes();
      return new BenchResult.Load(
          target.description(),
          load.datapoints(),
          load.bytes(),
          sent,
          queryable,
          used.toMillis() / 1e3,
          after,
          after - resident);
    }
  }

  private Server asked() {
    return new Server(url, language);
  }

  private Target target() {
    URI puts = putUrl == null ? url : putUrl;
    return switch (via) {
      case put -> new Target.Posts(at(puts, "/api/put"), Format.JSON, perMessage, connections);
      case influx ->
          new Target.Posts(
              at(puts, "/write?db=bench&precision=s"),
              Format.INFLUX_LINES,
              perMessage,
              connections);
      case telnet -> new Target.Telnet(puts, perMessage);
      case kafka -> new Target.Topic(brokers, topic, perMessage);
      case none -> throw new IllegalStateException("nothing is sent");
    };
  }

  private static URI at(URI server, String path) {
    return server.getPath().length() > 1 ? server : server.resolve(path);
  }

  private static DevopsLoad prepare(
      DevopsReadings readings, Schedule schedule, Target target, long datapoints)
      throws IOException {
    try (ProgressBar bar = bar("preparing", datapoints, " datapoints")) {
      return DevopsLoad.prepare(readings, schedule, target, bar::stepBy);
    }
  }

  private static ProgressBar bar(String task, long steps, String unit) {
    return new ProgressBarBuilder()
        .setTaskName(task)
        .setInitialMax(steps)
        .setUnit(unit, 1)
        .showSpeed()
        .build();
  }

  private static double secondsSince(long nanos) {
    return (System.nanoTime() - nanos) / 1e9;
  }
}
