package goku.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import goku.objectstore.ObjectStoreException.Kind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.core.exception.SdkClientException;

class ObjectStoreErrorsTest {
  private record Answer(int status, String code) {}

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Deque<Answer> answers = new ArrayDeque<>();
  private HttpServer server;
  private ObjectStore store;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          Answer answer = answers.size() > 1 ? answers.pop() : answers.element();
          byte[] body =
              "<Error><Code>%s</Code><Message>told by the test</Message></Error>"
                  .formatted(answer.code())
                  .getBytes(StandardCharsets.UTF_8);
          boolean good = answer.status() == 200;
          exchange.sendResponseHeaders(answer.status(), good ? -1 : body.length);
          if (!good) {
            exchange.getResponseBody().write(body);
          }
          exchange.close();
        });
    server.start();
    store =
        new S3ObjectStore(
            new ObjectStoreConfig(endpoint(), "us-east-1", "key", "very secret", true), registry);
  }

  @AfterEach
  void stop() {
    store.close();
    server.stop(0);
  }

  @Test
  void saysThatAccessIsDenied() {
    answers.add(new Answer(403, "SignatureDoesNotMatch"));
    assertThatThrownBy(() -> store.put("goku", "a/b", new byte[1]))
        .isInstanceOf(ObjectStoreException.class)
        .hasMessage(
            "cannot put s3://goku/a/b: %s denies access (SignatureDoesNotMatch); check access-key, secret-key and the policy of the bucket"
                .formatted(endpoint()));
    assertThat(failures(Kind.ACCESS_DENIED)).isOne();
  }

  @Test
  void saysThatTheS3BucketIsMissing() {
    answers.add(new Answer(404, "NoSuchBucket"));
    assertThatThrownBy(() -> store.get("goku", "a/b"))
        .hasMessageContaining("cannot get s3://goku/a/b")
        .hasMessageContaining("has no bucket goku; create it");
    assertThat(failures(Kind.NO_SUCH_BUCKET)).isOne();
  }

  @Test
  void missingCredentialsAreNotCalledAnAbsentService() {
    // the SDK's own chain, so that a version with other words fails here
    var none =
        AwsCredentialsProviderChain.builder()
            .addCredentialsProvider(
                () -> {
                  throw SdkClientException.create("no variable, no profile, no role");
                })
            .build();
    assertThatThrownBy(none::resolveCredentials)
        .isInstanceOfSatisfying(
            SdkClientException.class,
            thrown -> {
              var config = new ObjectStoreConfig("http://s3:9000", "us-east-1", "", "", true);
              var failure = ObjectStoreException.of("list s3://goku/a", "goku", config, thrown);
              assertThat(failure.kind()).isEqualTo(Kind.NO_CREDENTIALS);
              assertThat(failure.mayPass()).isTrue();
              assertThat(failure)
                  .hasMessage(
                      "cannot list s3://goku/a: no credentials for http://s3:9000; set"
                          + " s3.access-key and s3.secret-key of the service, or AWS_ACCESS_KEY_ID"
                          + " and AWS_SECRET_ACCESS_KEY, or a profile or role of AWS");
            });
  }

  @Test
  void saysThatNobodyAnswers() {
    server.stop(0);
    assertThatThrownBy(() -> store.list("goku", "a/"))
        .hasMessageContaining("cannot list s3://goku/a/")
        .hasMessageContaining(endpoint() + " does not answer")
        .hasMessageContaining("check the endpoint");
    assertThat(failures(Kind.UNREACHABLE)).isOne();
    assertThat(store.check().ok()).isFalse();
    assertThat(store.check().reason()).contains("does not answer");
  }

  @Test
  void checkFailsForAWrongSecretButNotForANarrowPolicy() {
    answers.add(new Answer(403, "InvalidAccessKeyId"));
    assertThat(store.check().ok()).isFalse();
    answers.clear();
    answers.add(new Answer(403, "AccessDenied"));
    assertThat(store.check().ok()).isTrue();
  }

  @Test
  void triesAgainWhenTwoCreationsMeet() {
    answers.add(new Answer(409, "ConditionalRequestConflict"));
    answers.add(new Answer(412, "PreconditionFailed"));
    answers.add(new Answer(200, ""));
    assertThat(store.putIfAbsent("goku", "a/b", new byte[1])).isFalse();

    answers.clear();
    answers.add(new Answer(409, "ConditionalRequestConflict"));
    answers.add(new Answer(200, ""));
    assertThat(store.putIfAbsent("goku", "a/b", new byte[1])).isTrue();
  }

  @Test
  void aFirstTryThatMeetsAnObjectDoesNotLookAtTheObject() {
    answers.add(new Answer(412, "PreconditionFailed"));
    answers.add(new Answer(403, "AccessDenied"));
    assertThat(store.putIfAbsent("goku", "a/b", new byte[1])).isFalse();
    assertThat(answers).extracting(Answer::status).containsExactly(403);
  }

  @Test
  void configurationDoesNotPrintItsSecret() {
    ObjectStoreConfig config = new ObjectStoreConfig("", "eu-west-1", "key", "very secret", true);
    assertThat(config.toString()).contains("eu-west-1").doesNotContain("very secret");
  }

  private String endpoint() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private double failures(Kind kind) {
    return registry.counter("goku.objectstore.failures", "kind", kind.name()).count();
  }
}
