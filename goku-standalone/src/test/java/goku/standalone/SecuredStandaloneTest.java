package goku.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import goku.config.ConfigLoader;
import goku.embedded.DataDirectory;
import goku.http.Route;
import goku.testkit.TestCertificate;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLSocket;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A standalone process with TLS and an auth file: every route of both ports and every command of
/// the line protocol, asked by callers of each kind. A route that is in none of the sets below
/// fails the test, so that none can be added without a decision who may ask it.
class SecuredStandaloneTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// Paths open to everybody, without a password.
  private static final Set<String> OPEN = Set.of("/healthz", "/readyz");

  /// The same for all who log in, about nobody's data.
  private static final Set<String> HARMLESS =
      Set.of(
          "/",
          "/top",
          "/api/*",
          "/version",
          "/aggregators",
          "/api/version",
          "/api/aggregators",
          "/api/config",
          "/api/config/filters",
          "/api/tree/*",
          "/api/stats/region_clients");

  private static final Set<String> READ =
      Set.of(
          "/q",
          "/suggest",
          "/api/query",
          "/api/query/*",
          "/api/query/exp",
          "/api/query/gexp",
          "/api/query/last",
          "/api/suggest",
          "/api/search/lookup",
          "/api/search/*",
          "/api/uid/assign",
          "/api/uid/*",
          "/api/goku/changes",
          "/api/goku/correlate",
          "/api/goku/top",
          "/api/goku/top/tags",
          "/api/goku/unqueried");

  private static final Set<String> WRITE =
      Set.of("/api/put", "/api/rollup", "/api/histogram", "/api/uid/rename");

  /// Paths closed to callers that may use only some namespaces.
  private static final Set<String> WHOLE =
      Set.of(
          "/api/stats",
          "/api/status",
          "/api/annotation/*",
          "/api/annotation/bulk",
          "/api/annotations/*",
          "/api/uid/uidmeta",
          "/api/uid/tsmeta");

  /// Paths on the admin port only.
  private static final Set<String> OPERATORS =
      Set.of(
          "/metrics",
          "/logs",
          "/api/stats/query",
          "/api/stats/jvm",
          "/api/stats/threads",
          "/api/dropcaches",
          "/api/goku/blocks",
          "/api/goku/namespaces",
          "/api/goku/compactor/status");

  private static final String NAMESPACES =
      """
      namespaces:
        - name: ns1
          default: true
          backfill: 2h
          memory-ttl: 1d
          kafka-topic: goku-ns1
          s3: {bucket: goku-ns1}
          shard-groups: 1
          shards-per-group: 1
        - name: theirs
          backfill: 2h
          memory-ttl: 1d
          kafka-topic: goku-theirs
          s3: {bucket: goku-theirs}
          shard-groups: 1
          shards-per-group: 1
          metrics:
            - {prefix: their., since: 1000000000}
      """;

  private static final String ALL = token("admin", "");
  private static final String READER = token("reader", "roles=read");
  private static final String WRITER = token("writer", "roles=write");
  private static final String LIMITED = token("limited", "roles=read,write namespaces=theirs");
  private static final String SCRAPER = token("scraper", "roles=metrics");

  /// The user of a single test, which revokes it.
  private static final String LEAVER = token("leaver", "roles=write");

  @TempDir private static Path directory;
  private static Path authFile;
  private static TestCertificate certificate;
  private static DataDirectory data;
  private static StandaloneService service;
  private static HttpClient client;

  /// A line of the auth file; the token is the name.
  private static String token(String name, String grant) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(name.getBytes(UTF_8));
      return "token:" + HexFormat.of().formatHex(digest) + " " + grant;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    certificate = TestCertificate.in(directory);
    authFile = directory.resolve("auth");
    allow(ALL, READER, WRITER, LIMITED, SCRAPER, LEAVER);
    Path namespaces = Files.writeString(directory.resolve("namespaces.yaml"), NAMESPACES);
    StandaloneConfig config =
        ConfigLoader.defaults(
            StandaloneConfig.class,
            "--data=" + directory.resolve("data"),
            "--port=0",
            "--admin.port=0",
            "--kafka-port=0",
            "--agent=false",
            "--root.skip-unresolved=false",
            "--namespaces=" + namespaces,
            "--http.tls-certificate=" + certificate.chain(),
            "--http.tls-key=" + certificate.key(),
            "--http.auth-file=" + authFile);
    var clock = InstantSource.system();
    var progress = new StartupProgress(new PrintStream(PrintStream.nullOutputStream()), clock);
    data = DataDirectory.open(config.data());
    service = new StandaloneService(config, data, progress, clock);
    service.start();
    Awaitility.await("ready").until(() -> service.notReady().isEmpty());
    client = HttpClient.newBuilder().sslContext(certificate.trusting()).build();
  }

  @AfterAll
  static void stop() {
    client.close();
    service.close();
    data.close();
  }

  private static void allow(String... lines) throws IOException {
    Path beside = Files.writeString(directory.resolve("auth.new"), String.join("\n", lines));
    Files.move(
        beside, authFile, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static List<Integer> ports() {
    return List.of(service.server().port(), service.server().adminPort());
  }

  private static boolean isPublic(int port) {
    return port == service.server().port();
  }

  /// Returns the path that decides: `/api/v1` and the page's files follow `/api` and `/`.
  private static String decided(Route route) {
    String pattern = route.pattern().replace("/api/v1/", "/api/");
    return pattern.startsWith("/page/") ? "/" : pattern;
  }

  private static HttpResponse<String> ask(
      int port, String method, String path, String authorization) throws Exception {
    var request =
        HttpRequest.newBuilder(URI.create("https://localhost:" + port + path))
            .timeout(PATIENCE)
            .method(
                method,
                method.equals("GET") ? BodyPublishers.noBody() : BodyPublishers.ofString("{}"));
    if (!authorization.isEmpty()) {
      request.header("Authorization", authorization);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static String path(Route route) {
    return route.pattern().replace("/*", "/x");
  }

  private static String histogram(String metric) {
    return "histogram %s %d 0,1=1 host=a".formatted(metric, Instant.now().getEpochSecond());
  }

  private static String rollup(String metric) {
    return "rollup 1h-sum %s %d 1 host=a".formatted(metric, Instant.now().getEpochSecond());
  }

  private static String put(String metric) {
    return "put %s %d 1 host=a".formatted(metric, Instant.now().getEpochSecond());
  }

  /// Returns the server's answers to lines over TLS until it closes the connection.
  private static List<String> say(String... lines) throws Exception {
    try (var socket = socket()) {
      socket.getOutputStream().write((String.join("\n", lines) + "\n").getBytes(UTF_8));
      return new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8))
          .lines()
          .toList();
    }
  }

  private static SSLSocket socket() throws Exception {
    var socket =
        (SSLSocket)
            certificate
                .trusting()
                .getSocketFactory()
                .createSocket("localhost", service.server().port());
    socket.setSoTimeout((int) PATIENCE.toMillis());
    return socket;
  }

  private static double stored() throws Exception {
    return ask(service.server().adminPort(), "GET", "/metrics", "Bearer scraper")
        .body()
        .lines()
        .filter(line -> line.startsWith("goku_ingest_datapoints_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  @Test
  void everyRouteHasBeenDecidedAbout() {
    Set<String> decided =
        Stream.of(OPEN, HARMLESS, READ, WRITE, WHOLE, OPERATORS)
            .flatMap(Set::stream)
            .collect(Collectors.toSet());
    Set<String> there =
        service.routes().all().stream()
            .map(SecuredStandaloneTest::decided)
            .collect(Collectors.toSet());
    assertThat(there).isEqualTo(decided);
  }

  @Test
  void withoutAValidTokenNothingIsAnswered() throws Exception {
    double before = stored();
    for (Route route : service.routes().all()) {
      for (int port : ports()) {
        for (String method : new String[] {"GET", "POST", "PUT", "DELETE"}) {
          boolean all = method.equals("GET");
          for (String wrong :
              all ? List.of("", "Bearer wrong", "Basic dG9rZW46YWRtaW4=") : List.of("")) {
            var answer = ask(port, method, path(route), wrong);
            String described = method + " " + path(route) + " with " + wrong;
            if (OPEN.contains(decided(route))) {
              assertThat(answer.body()).as(described).doesNotContain("ns1");
            } else {
              assertThat(answer.statusCode()).as(described).isEqualTo(401);
            }
          }
        }
      }
    }
    assertThat(stored()).isEqualTo(before);
  }

  @Test
  void whoMayReadMayNotWriteNorOperate() throws Exception {
    eachRouteFor("reader", Set.of(HARMLESS, READ, WHOLE));
    for (String path : List.of("/api/annotation", "/api/uid/uidmeta", "/api/uid/tsmeta")) {
      assertThat(ask(service.server().port(), "POST", path, "Bearer reader").statusCode())
          .as(path)
          .isEqualTo(403);
    }
  }

  @Test
  void whoMayWriteMayNotReadNorOperate() throws Exception {
    eachRouteFor("writer", Set.of(HARMLESS, WRITE, WHOLE));
    assertThat(
            ask(service.server().port(), "GET", "/api/annotation?start_time=1", "Bearer writer")
                .statusCode())
        .isEqualTo(403);
  }

  @Test
  void whoIsLimitedToNamespacesIsNotToldOfTheWhole() throws Exception {
    eachRouteFor("limited", Set.of(HARMLESS, READ, WRITE));
  }

  @Test
  void whoScrapesMayNothingElse() throws Exception {
    int admin = service.server().adminPort();
    assertThat(ask(admin, "GET", "/metrics", "Bearer scraper").statusCode()).isEqualTo(200);
    for (String path : List.of("/api/query", "/api/put", "/api/goku/blocks")) {
      assertThat(ask(admin, "POST", path, "Bearer scraper").statusCode()).isEqualTo(403);
    }
  }

  @Test
  void anAdministratorMayAllOnTheAdminPort() throws Exception {
    for (Route route : service.routes().all()) {
      var answer = ask(service.server().adminPort(), "GET", path(route), "Bearer admin");
      assertThat(answer.statusCode()).as(path(route)).isNotIn(401, 403);
    }
  }

  /// GET of every route, and POST of those that are refused.
  private static void eachRouteFor(String token, Set<Set<String>> allowed) throws Exception {
    for (Route route : service.routes().all()) {
      String decided = decided(route);
      for (int port : ports()) {
        var answer = ask(port, "GET", path(route), "Bearer " + token);
        String described = token + ": " + path(route) + " " + answer.body();
        if (OPERATORS.contains(decided) && isPublic(port)) {
          assertThat(answer.statusCode()).as(described).isEqualTo(404);
          assertThat(answer.body()).contains("admin.port");
        } else if (OPEN.contains(decided)
            || allowed.stream().anyMatch(set -> set.contains(decided))) {
          boolean byMethod = decided.matches(".*(annotation|meta$).*") && token.equals("writer");
          assertThat(answer.statusCode() == 403).as(described).isEqualTo(byMethod);
          assertThat(answer.statusCode()).as(described).isNotEqualTo(401);
        } else {
          assertThat(answer.statusCode()).as(described).isEqualTo(403);
          assertThat(ask(port, "POST", path(route), "Bearer " + token).statusCode())
              .as(described)
              .isEqualTo(403);
        }
      }
    }
  }

  @Test
  void noCommandOfTheLineProtocolIsAnsweredBeforeALogin() throws Exception {
    double before = stored();
    List<String> commands =
        List.of(
            put("my.m"),
            rollup("my.m"),
            histogram("my.m"),
            "version",
            "stats",
            "help",
            "dropcaches",
            "diediedie",
            "exit",
            "x");
    for (String command : commands) {
      assertThat(say(command)).as(command).containsExactly("AUTH_FAIL");
      assertThat(say("auth token wrong", command)).as(command).containsExactly("AUTH_FAIL");
      assertThat(say("auth reader", command)).as(command).containsExactly("AUTH_FAIL");
    }
    assertThat(stored()).isEqualTo(before);
  }

  @Test
  void linesObeyTheRolesOfTheirToken() throws Exception {
    double before = stored();
    assertThat(say("auth token reader", put("my.m"), "exit"))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("put: illegal argument: metric 'my.m' is not for token:");
    assertThat(say("auth token reader", rollup("my.m"), "exit"))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("rollup: illegal argument: metric 'my.m' is not for token:");
    assertThat(say("auth token reader", histogram("my.m"), "exit"))
        .hasSize(2)
        .last()
        .asString()
        .startsWith("histogram: illegal argument: metric 'my.m' is not for token:");
    assertThat(say("auth token limited", put("my.m"), "stats", "dropcaches", "exit"))
        .hasSize(4)
        .noneMatch(line -> line.contains("ns1"))
        .anyMatch(line -> line.startsWith("stats: forbidden"))
        .anyMatch(line -> line.startsWith("dropcaches: forbidden"));
    assertThat(stored()).isEqualTo(before);
    assertThat(say("auth token writer", put("my.m"), "exit")).containsExactly("AUTH_SUCCESS");
    assertThat(say("auth token limited", put("their.m"), "exit")).containsExactly("AUTH_SUCCESS");
    assertThat(stored()).isEqualTo(before + 2);
  }

  @Test
  void queriesObeyTheNamespacesOfTheirToken() throws Exception {
    say("auth token admin", put("my.queried"), put("their.queried"), "exit");
    int port = service.server().port();
    String query = "/api/query?start=1h-ago&m=sum:";
    for (String metric : List.of("my.queried", "their.queried")) {
      Awaitility.await(metric)
          .until(() -> ask(port, "GET", query + metric, "Bearer reader").statusCode() == 200);
    }
    assertThat(ask(port, "GET", query + "their.queried", "Bearer limited").statusCode())
        .isEqualTo(200);
    assertThat(ask(port, "GET", query + "my.queried", "Bearer limited").body())
        .contains("No such name for 'metrics': 'my.queried'");
    String names = ask(port, "GET", "/api/suggest?type=metrics", "Bearer limited").body();
    assertThat(names.substring(1, names.length() - 1).split(","))
        .contains("\"their.queried\"")
        .allMatch(name -> name.startsWith("\"their."));
  }

  @Test
  void aTokenThatIsRevokedStopsWorking() throws Exception {
    List<String> answers = new ArrayList<>();
    try (var open = socket()) {
      open.getOutputStream().write("auth token leaver\nversion\n".getBytes(UTF_8));
      var in = new BufferedReader(new InputStreamReader(open.getInputStream(), UTF_8));
      answers.add(in.readLine());
      answers.add(in.readLine());
      assertThat(answers.getFirst()).isEqualTo("AUTH_SUCCESS");
      allow(ALL, READER, WRITER, LIMITED, SCRAPER);
      int port = service.server().port();
      Awaitility.await("revoked")
          .until(() -> ask(port, "GET", "/api/version", "Bearer leaver").statusCode() == 401);
      assertThat(ask(port, "GET", "/api/version", "Bearer reader").statusCode()).isEqualTo(200);
      double before = stored();
      open.getOutputStream().write((put("my.m") + "\n").getBytes(UTF_8));
      assertThat(in.readLine()).isEqualTo("AUTH_FAIL");
      assertThat(in.readLine()).isNull();
      assertThat(stored()).isEqualTo(before);
    }
  }
}
