package goku.objectstore;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.s3.S3Fault;
import goku.testkit.s3.S3Server;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Create-once puts that take more than one try.
class CreationTest {
  private static final String KEY = "a/b";
  private static final byte[] CONTENT = {1, 2, 3};

  private final AtomicInteger requests = new AtomicInteger();
  private S3Server s3;
  private ObjectStore store;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    store = s3.client();
  }

  @AfterEach
  void stop() {
    store.close();
    s3.close();
  }

  @Test
  void anObjectWhoseFirstAnswerGotLostCountsAsCreated() {
    s3.disturb(() -> first(S3Fault.ANSWER_LOST));
    assertThat(store.putIfAbsent(S3Server.S3_BUCKET, KEY, CONTENT)).isTrue();
    assertThat(store.get(S3Server.S3_BUCKET, KEY)).hasValue(CONTENT);
  }

  @Test
  void anObjectOfAnotherCallDoesNotCountAsCreatedAfterARetry() {
    assertThat(store.putIfAbsent(S3Server.S3_BUCKET, KEY, CONTENT)).isTrue();
    s3.disturb(() -> first(S3Fault.UNAVAILABLE));
    assertThat(store.putIfAbsent(S3Server.S3_BUCKET, KEY, CONTENT)).isFalse();
  }

  @Test
  void anObjectThatIsRemovedBeforeItIsComparedDoesNotCountAsCreated() {
    s3.disturb(
        () -> {
          S3Fault fault = first(S3Fault.ANSWER_LOST);
          if (requests.get() == 3) { // the look at the object
            store.delete(S3Server.S3_BUCKET, KEY);
          }
          return fault;
        });
    assertThat(store.putIfAbsent(S3Server.S3_BUCKET, KEY, CONTENT)).isFalse();
  }

  @Test
  void callersSeeOnlyTheirOwnMetadata(@TempDir Path directory) throws Exception {
    Path file = Files.write(directory.resolve("file"), CONTENT);
    Map<String, String> metadata = Map.of("checksum", "17");
    assertThat(store.putIfAbsent(S3Server.S3_BUCKET, KEY, file, metadata)).isTrue();
    assertThat(store.head(S3Server.S3_BUCKET, KEY))
        .hasValue(new ObjectHead(CONTENT.length, metadata));
  }

  private @Nullable S3Fault first(S3Fault fault) {
    return requests.incrementAndGet() == 1 ? fault : null;
  }
}
