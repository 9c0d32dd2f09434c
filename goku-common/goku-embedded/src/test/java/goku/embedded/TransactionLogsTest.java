package goku.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.testkit.TestForm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.zookeeper.ZooDefs.Ids;
import org.apache.zookeeper.ZooDefs.OpCode;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.Request;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog;
import org.apache.zookeeper.server.persistence.FileTxnSnapLog.PlayBackListener;
import org.apache.zookeeper.txn.CreateTxn;
import org.apache.zookeeper.txn.TxnHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TransactionLogsTest {
  private static final int LIVES = 3;
  private static final int ENTRIES_PER_LIFE = 8;
  private static final long SESSION = 7;

  /// The smallest that ZooKeeper reserves.
  private static final int LOG_BYTES = 4096;

  private static final PlayBackListener NOBODY = (header, transaction, digest) -> {};

  /// The distance of the flipped bytes.
  private static final int STEP = TestForm.isLong() ? 1 : 7;

  @TempDir Path directory;

  /// Each life of a server leaves a snapshot and a log.
  @BeforeEach
  void write() throws Exception {
    FileTxnLog.setPreallocSize(LOG_BYTES);
    for (int life = 0; life < LIVES; life++) {
      var files = new FileTxnSnapLog(directory.toFile(), directory.toFile());
      var tree = new DataTree();
      var sessions = new ConcurrentHashMap<Long, Integer>();
      files.restore(tree, sessions, NOBODY);
      for (int entry = 0; entry < ENTRIES_PER_LIFE; entry++) {
        create(files, tree, name(life * ENTRIES_PER_LIFE + entry));
      }
      files.commit();
      if (life < LIVES - 1) {
        files.save(tree, sessions, true);
      }
      files.close();
    }
  }

  private static void create(FileTxnSnapLog files, DataTree tree, String name) throws IOException {
    byte[] content = name.repeat(5).getBytes(StandardCharsets.UTF_8);
    long number = tree.lastProcessedZxid + 1;
    var header = new TxnHeader(SESSION, (int) number, number, number, OpCode.create);
    var create = new CreateTxn(name, content, Ids.OPEN_ACL_UNSAFE, false, (int) number);
    files.append(new Request(SESSION, (int) number, OpCode.create, header, create, number));
    tree.processTxn(header, create);
  }

  private static String name(int entry) {
    return "/entry-" + entry;
  }

  @Test
  void wholeLogsAreAccepted() {
    assertThatCode(() -> TransactionLogs.requireWhole(directory)).doesNotThrowAnyException();
    assertThat(hasAllEntries()).isTrue();
    try (var server = new EmbeddedZooKeeper(directory)) {
      assertThatCode(server::start).doesNotThrowAnyException();
    }
    assertThatCode(() -> TransactionLogs.requireWhole(directory)).doesNotThrowAnyException();
  }

  @Test
  void aDirectoryWithoutDataIsAccepted() {
    assertThatCode(() -> TransactionLogs.requireWhole(directory.resolve("new")))
        .doesNotThrowAnyException();
  }

  @Test
  void aFlippedByteOfALogIsRefusedOrChangesNothing() throws IOException {
    int refused = 0;
    for (Path log : files("log.")) {
      byte[] whole = Files.readAllBytes(log);
      int written = written(whole);
      for (int at = 0; at < written; at += STEP) {
        byte[] flipped = whole.clone();
        flipped[at] ^= 0x10;
        Files.write(log, flipped);
        boolean accepted = isAccepted();
        assertThat(accepted && !hasAllEntries())
            .as("%s, byte %d of %d", log, at, written)
            .isFalse();
        refused += accepted ? 0 : 1;
      }
      Files.write(log, whole);
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aFlippedByteOfASnapshotIsRefusedOrChangesNothing() throws IOException {
    for (Path snapshot : files("snapshot.")) {
      byte[] whole = Files.readAllBytes(snapshot);
      for (int at = 0; at < whole.length; at += STEP) {
        byte[] flipped = whole.clone();
        flipped[at] ^= 0x10;
        Files.write(snapshot, flipped);
        assertThat(isAccepted() && !hasAllEntries()).as("%s, byte %d", snapshot, at).isFalse();
      }
      Files.write(snapshot, whole);
    }
  }

  /// A snapshot whose number becomes another one for which there are logs is not noticed.
  @Test
  void aFlippedByteOfTheNameOfALogIsRefusedOrChangesNothing() throws IOException {
    int refused = 0;
    for (Path file : files("log.")) {
      String name = file.getFileName().toString();
      for (int at = 0; at < name.length(); at++) {
        for (int bit = 1; bit < 128; bit <<= 1) {
          char[] flipped = name.toCharArray();
          flipped[at] ^= (char) bit;
          Path other = file.resolveSibling(new String(flipped));
          if (flipped[at] == '/' || flipped[at] == 0 || Files.exists(other)) {
            continue;
          }
          Files.move(file, other);
          boolean accepted = isAccepted();
          assertThat(accepted && !hasAllEntries()).as("%s as %s", file, other).isFalse();
          refused += accepted ? 0 : 1;
          Files.move(other, file);
        }
      }
    }
    assertThat(refused).isPositive();
  }

  @Test
  void aSnapshotThatClaimsMoreThanTheLogsIsRefused() throws IOException {
    Path last = files("snapshot.").getLast();
    Files.move(last, last.resolveSibling("snapshot.7f"));
    assertThat(isAccepted()).isFalse();
  }

  @Test
  void otherFilesDoNotMatter() throws IOException {
    Path files = directory.resolve("version-2");
    Files.writeString(files.resolve("notes of an operator"), "log.1 was copied on Monday");
    Files.createDirectory(files.resolve("copies"));
    Files.copy(files("snapshot.").getLast(), files.resolve("snapshot.18.tmp"));
    assertThat(isAccepted()).isTrue();
  }

  @Test
  void aSnapshotWithoutLogsIsAccepted() throws IOException {
    for (Path log : files("log.")) {
      Files.delete(log);
    }
    assertThat(isAccepted()).isTrue();
  }

  @Test
  void theRefusalNamesTheFileAndTheRemedy() throws IOException {
    Path last = files("log.").getLast();
    byte[] bytes = Files.readAllBytes(last);
    bytes[16 + 8 + 3] ^= 0x10; // the length of the first transaction
    Files.write(last, bytes);
    assertThatThrownBy(() -> new EmbeddedZooKeeper(directory).start())
        .isInstanceOf(StartupProblem.class)
        .hasMessageContaining(last.getFileName() + " is damaged at byte 16")
        .hasMessageContaining("Restore the directory from a copy, or remove it");
  }

  /// A transaction that a crash cut off: nobody was told of it.
  @Test
  void whatACrashLeftOfTheLastTransactionIsNoDamage() throws IOException {
    Path last = files("log.").getLast();
    byte[] whole = Files.readAllBytes(last);
    int written = written(whole);
    for (int lost = 1; lost < 20; lost++) {
      byte[] torn = whole.clone();
      IntStream.range(written - lost, written).forEach(at -> torn[at] = 0);
      Files.write(last, torn);
      assertThatCode(() -> TransactionLogs.requireWhole(directory)).doesNotThrowAnyException();
    }
  }

  private boolean isAccepted() {
    try {
      TransactionLogs.requireWhole(directory);
      return true;
    } catch (StartupProblem | IOException refused) {
      return false;
    }
  }

  /// Reads the files as a server does. Returns true if it refuses.
  private boolean hasAllEntries() {
    var tree = new DataTree();
    try {
      var files = new FileTxnSnapLog(directory.toFile(), directory.toFile());
      files.restore(tree, new ConcurrentHashMap<>(), NOBODY);
      files.close();
    } catch (IOException | RuntimeException refused) {
      return true;
    }
    return IntStream.range(0, LIVES * ENTRIES_PER_LIFE)
        .allMatch(entry -> tree.getNode(name(entry)) != null);
  }

  /// The bytes until the zeros at the end.
  private static int written(byte[] log) {
    int end = log.length;
    while (end > 0 && log[end - 1] == 0) {
      end--;
    }
    return end;
  }

  private List<Path> files(String prefix) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("version-2"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(prefix))
          .sorted()
          .toList();
    }
  }
}
