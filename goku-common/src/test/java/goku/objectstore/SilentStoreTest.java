package goku.objectstore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.testkit.S3Fault;
import goku.testkit.S3Server;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// S3 takes requests and says nothing: nobody waits for ever.
class SilentStoreTest {
  private S3Server s3;
  private ObjectStore store;

  @BeforeEach
  void start() throws Exception {
    s3 = new S3Server();
    store = s3.client();
    store.put(S3Server.BUCKET, "a/b", new byte[100_000]);
    s3.disturb(() -> S3Fault.SILENT);
  }

  @AfterEach
  void stop() {
    store.close();
    s3.close();
  }

  @Test
  void aRequestFailsWhenNothingCameForTheReadTimeout() {
    assertThatThrownBy(() -> store.list(S3Server.BUCKET, "a/"))
        .hasMessageContaining("cannot list s3://metrics/a/")
        .hasMessageContaining("does not answer");
  }

  @Test
  void anObjectOfWhichHalfCameIsNotThere(@TempDir Path directory) {
    Path file = directory.resolve("object");
    assertThatThrownBy(() -> store.download(S3Server.BUCKET, "a/b", file))
        .hasMessageContaining("cannot download s3://metrics/a/b");
    assertThat(directory).isEmptyDirectory();
    s3.disturb(() -> null);
    assertThat(store.download(S3Server.BUCKET, "a/b", file)).isTrue();
    assertThat(file).hasSize(100_000);
  }
}
