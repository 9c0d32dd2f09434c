package goku.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.embedded.EmbeddedS3;
import goku.objectstore.ObjectStoreException.Kind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectStoreTest {
  private static final String S3_BUCKET = "goku";

  @TempDir private static Path directory;
  @TempDir private Path local;
  private static EmbeddedS3 s3;
  private static ObjectStore store;

  @BeforeAll
  static void start() {
    s3 = new EmbeddedS3(directory);
    s3.start();
    store = store(s3.secretKey());
    store.createS3BucketIfAbsent(S3_BUCKET);
  }

  @AfterAll
  static void stop() {
    store.close();
    s3.close();
  }

  @Test
  void createsAnS3BucketOnlyWhenItIsAbsent() {
    store.createS3BucketIfAbsent(S3_BUCKET);
    assertThat(store.list(S3_BUCKET, "none/")).isEmpty();
  }

  @Test
  void putReplacesAndGetReads() {
    store.put(S3_BUCKET, "replace/key", bytes("old"));
    store.put(S3_BUCKET, "replace/key", bytes("newer"));
    assertThat(store.get(S3_BUCKET, "replace/key")).hasValue(bytes("newer"));
    assertThat(store.size(S3_BUCKET, "replace/key")).hasValue(5);
  }

  @Test
  void keysMayHoldWhatUrlsMustEscape() {
    store.put(S3_BUCKET, "odd/a b+c=d&é%41", bytes("x"));
    assertThat(store.get(S3_BUCKET, "odd/a b+c=d&é%41")).hasValue(bytes("x"));
    assertThat(store.list(S3_BUCKET, "odd/"))
        .extracting(StoredObject::key)
        .containsExactly("odd/a b+c=d&é%41");
  }

  @Test
  void onlyOneOfSeveralCreatesTheObject() throws Exception {
    List<Callable<Boolean>> writers =
        IntStream.range(0, 8)
            .<Callable<Boolean>>mapToObj(
                n -> () -> store.putIfAbsent(S3_BUCKET, "race/key", bytes("writer " + n)))
            .toList();
    int won = 0;
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (Future<Boolean> result : threads.invokeAll(writers)) {
        won += result.get() ? 1 : 0;
      }
    }
    assertThat(won).isOne();
    assertThat(store.list(S3_BUCKET, "race/")).hasSize(1);
  }

  @Test
  void whatIsNotThereIsEmpty() {
    assertThat(store.get(S3_BUCKET, "none")).isEmpty();
    assertThat(store.size(S3_BUCKET, "none")).isEmpty();
    assertThat(store.exists(S3_BUCKET, "none")).isFalse();
    assertThat(store.download(S3_BUCKET, "none", local.resolve("none"))).isFalse();
    assertThat(local).isEmptyDirectory();
    store.delete(S3_BUCKET, "none");
  }

  @Test
  void deleteRemoves() {
    store.put(S3_BUCKET, "delete/key", bytes("x"));
    store.delete(S3_BUCKET, "delete/key");
    assertThat(store.exists(S3_BUCKET, "delete/key")).isFalse();
  }

  @Test
  void filesGoUpAndComeDownUnchanged() throws IOException {
    byte[] content = new byte[20 << 20];
    new Random(1).nextBytes(content);
    Path file = Files.write(local.resolve("up"), content);
    store.put(S3_BUCKET, "files/big", file);
    assertThat(store.putIfAbsent(S3_BUCKET, "files/big", file)).isFalse();
    assertThat(store.download(S3_BUCKET, "files/big", local.resolve("down"))).isTrue();
    assertThat(local.resolve("down")).hasSameBinaryContentAs(file);
    assertThat(local).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void listsAllPagesInOrder() throws IOException {
    // written directly to the server's directory, because requests would take long
    Path many = Files.createDirectories(directory.resolve(S3_BUCKET).resolve("many"));
    for (int n = 0; n < 1100; n++) {
      Files.createFile(many.resolve("%04d".formatted(n)));
    }
    assertThat(store.list(S3_BUCKET, "many/"))
        .extracting(StoredObject::key)
        .hasSize(1100)
        .isSorted()
        .startsWith("many/0000");
    assertThat(store.list(S3_BUCKET, "many/100")).hasSize(10);
  }

  @Test
  void distinguishesWhatIsWrong() {
    assertThat(store.check().ok()).isTrue();
    assertThatThrownBy(() -> store.put("absent", "k", bytes("x")))
        .isInstanceOfSatisfying(
            ObjectStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_SUCH_BUCKET));
    try (ObjectStore stranger = store("wrong")) {
      assertThatThrownBy(() -> stranger.get(S3_BUCKET, "k"))
          .isInstanceOfSatisfying(
              ObjectStoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.ACCESS_DENIED));
      assertThat(stranger.check().reason()).contains("denies access");
    }
  }

  private static ObjectStore store(String secret) {
    return new S3ObjectStore(
        new ObjectStoreConfig(s3.endpoint().toString(), "us-east-1", s3.accessKey(), secret, true),
        new SimpleMeterRegistry());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
