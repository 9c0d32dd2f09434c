package goku.shortterm.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import goku.format.snapshot.SnapshotInfo;
import goku.format.snapshot.SnapshotLog;
import goku.format.snapshot.SnapshotState;
import goku.model.Hole;
import goku.model.HoleCause;
import goku.model.Holes;
import goku.testkit.s3.S3Server;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A disk that has room for a megabyte, and a snapshot of two in S3.
class FullDiskTest {
  private static final String KEY = S3Keys.snapshot(Node.SHARD, 20);

  @TempDir private Path elsewhere;
  private FileSystem disk;
  private Path directory;
  private S3Server s3;
  private Node node;

  @BeforeEach
  void start() throws Exception {
    disk = Jimfs.newFileSystem(Configuration.unix().toBuilder().setMaxSize(1 << 20).build());
    directory = disk.getPath("/data");
    s3 = new S3Server();
    node = new Node(s3, directory);
    Path large = elsewhere.resolve("large");
    var info = new SnapshotInfo("ns", 7, 20, 1_000, List.of());
    FakeFormats.writeSnapshot(large, info, "x".repeat(2 << 20));
    node.store.put(S3Server.S3_BUCKET, KEY, large);
  }

  @AfterEach
  void stop() throws IOException {
    node.close();
    s3.close();
    disk.close();
  }

  @Test
  void isNotTakenForAnS3ThatDoesNotAnswer() {
    assertThatThrownBy(
            () -> node.store.download(S3Server.S3_BUCKET, KEY, directory.resolve("snapshot")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessage("cannot write s3://metrics/%s to /data/snapshot".formatted(KEY))
        .hasRootCauseMessage("out of disk space");
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void leavesNothingOfWhatCouldNotBeDownloaded() {
    assertThat(node.locate()).isEmpty();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void opensNoShardAgainForASnapshotThatHasNoRoom() throws IOException {
    assertThat(node.locate()).isEmpty();
    var lost = Holes.of(new Hole(0, 3_600_000, HoleCause.LOG_LOST));
    node.backup.shardStarts(Node.SHARD, Node.LOG, lost);
    uploadWhole(30, "x".repeat(2 << 20));
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isFalse();
    uploadWhole(40, "small");
    node.backup.check();
    assertThat(node.backup.hasBetterSnapshot(Node.SHARD)).isTrue();
  }

  private void uploadWhole(long number, String payload) throws IOException {
    var log = new SnapshotLog(Node.LOG, 0, -1);
    var state = new SnapshotState(number, log, 0, Holes.NONE, List.of(), List.of());
    var info = new SnapshotInfo("ns", 7, number, 1_000, List.of(), Optional.of(state));
    Path file = elsewhere.resolve("whole");
    FakeFormats.writeSnapshot(file, info, payload);
    node.store.put(S3Server.S3_BUCKET, S3Keys.snapshot(Node.SHARD, number), file);
  }

  @Test
  void leavesTheSnapshotThatIsThere() throws IOException {
    var info = new SnapshotInfo("ns", 7, 10, 1_000, List.of());
    FakeFormats.writeSnapshot(node.files.snapshot(10), info, "small");
    assertThat(node.locate()).hasValue(info);
  }
}
