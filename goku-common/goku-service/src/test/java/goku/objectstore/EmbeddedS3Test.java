package goku.objectstore;

import static org.assertj.core.api.Assertions.assertThat;

import goku.embedded.EmbeddedS3;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedS3Test {
  @TempDir private Path directory;

  @Test
  void unfinishedObjectsAreHiddenWhileTheServerRunsAndRemovedAtItsNextStart() throws Exception {
    Path unfinished = directory.resolve("goku/a/b-" + UUID.randomUUID());
    try (EmbeddedS3 s3 = new EmbeddedS3(directory)) {
      s3.start();
      try (ObjectStore store = store(s3)) {
        store.createS3BucketIfAbsent("goku");
        store.put("goku", "a/b", new byte[] {1});
        Files.write(unfinished, new byte[] {1});
        assertThat(store.list("goku", "")).extracting(StoredObject::key).containsExactly("a/b");
      }
    }
    assertThat(unfinished).exists();

    try (EmbeddedS3 s3 = new EmbeddedS3(directory)) {
      s3.start();
      assertThat(unfinished).doesNotExist();
      try (ObjectStore store = store(s3)) {
        assertThat(store.list("goku", "")).extracting(StoredObject::key).containsExactly("a/b");
      }
    }
  }

  private static ObjectStore store(EmbeddedS3 s3) {
    return new S3ObjectStore(
        new ObjectStoreConfig(
            s3.endpoint().toString(), "us-east-1", s3.accessKey(), s3.secretKey(), true),
        new SimpleMeterRegistry());
  }
}
