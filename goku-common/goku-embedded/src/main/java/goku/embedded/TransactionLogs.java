package goku.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.zip.Adler32;
import org.apache.zookeeper.server.DataTree;
import org.apache.zookeeper.server.persistence.FileSnap;
import org.apache.zookeeper.server.persistence.FileTxnLog;

/// The transaction logs of a ZooKeeper server that does not run. ZooKeeper refuses a transaction
/// with a wrong checksum, but takes one with a wrong length, and a log without its name, for the
/// end of all transactions: it would serve without the rest. This check finds both.
///
/// A log, `log.<first number in hex>`, in the byte order of Java:
///
/// | bytes | |
/// | --- | --- |
/// | 16 | magic `ZKLG`, version, database |
/// | 8 | Adler-32 of the transaction |
/// | 4 | its length in bytes |
/// | length | the transaction: session (8), its request (4), number (8), and more |
/// | 1 | `B` |
/// | | further transactions, then zeros, or one transaction that was not written to its end |
///
/// The numbers of transactions follow each other without a gap. The format is that of ZooKeeper's
/// `FileTxnLog`.
final class TransactionLogs {
  private static final String VERSION_DIRECTORY = "version-2";
  private static final int HEADER_BYTES = 16;
  private static final int CHECKSUM_BYTES = Long.BYTES;
  private static final int BEFORE_TRANSACTION = CHECKSUM_BYTES + Integer.BYTES;
  private static final int NUMBER_AT = Long.BYTES + Integer.BYTES;
  private static final int LEAST_BYTES = NUMBER_AT + Long.BYTES;
  private static final byte END = 'B';

  /// The names of logs and snapshots. A snapshot that is being written has one more ending.
  private static final Pattern NAMES = Pattern.compile("log\\.[0-9a-f]+|snapshot\\.[0-9a-f.a-z]+");

  /// Bytes that surely have the first transaction. ZooKeeper refuses requests above 1 MiB.
  private static final long MAX_FIRST_BYTES = 4L << 20;

  private static final int LOG_MAGIC = 0x5A4B4C47;
  private static final int SNAPSHOT_MAGIC = 0x5A4B534E;

  private final Path directory;

  /// The number of the last transaction that was found.
  private long number;

  /// The number of the last transaction in the logs; 0 without one.
  private long latest;

  private TransactionLogs(Path directory) {
    this.directory = directory;
  }

  /// Throws a [StartupProblem] if transactions after the latest readable snapshot are lost or
  /// damaged.
  ///
  /// @param directory the directory of the server, with or without data
  static void requireWhole(Path directory) throws IOException {
    Path files = directory.resolve(VERSION_DIRECTORY);
    File[] names = files.toFile().listFiles();
    if (names == null) {
      return;
    }
    var logs = new TransactionLogs(directory);
    for (File name : names) {
      logs.requireName(name.toPath());
    }
    long snapshot = logs.snapshot(files);
    logs.number = snapshot;
    File[] later = FileTxnLog.getLogFiles(names, snapshot);
    for (File log : later) {
      logs.read(log.toPath());
    }
    // a restored snapshot may have no log
    if (later.length > 0 && logs.latest < snapshot) {
      throw logs.problem(
          "snapshot.%x is newer than the logs, which end with %x".formatted(snapshot, logs.latest));
    }
  }

  /// A log or snapshot under another name would not be read, or not in its order. Other files do
  /// not matter.
  private void requireName(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return;
    }
    String name = String.valueOf(file.getFileName());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      long length = Math.min(channel.size(), MAX_FIRST_BYTES);
      ByteBuffer content = channel.map(MapMode.READ_ONLY, 0, length);
      int magic = content.limit() < HEADER_BYTES ? 0 : content.getInt(0);
      boolean isNamed = NAMES.matcher(name).matches();
      if (!isNamed && (magic == LOG_MAGIC || magic == SNAPSHOT_MAGIC)) {
        throw problem(name + " has the content of a log or snapshot");
      }
      if (magic == LOG_MAGIC && isWhole(content, HEADER_BYTES)) {
        requireNumber(name, numberAt(content, HEADER_BYTES));
      }
    }
  }

  private void requireNumber(String name, long first) {
    if (!name.equals("log." + Long.toHexString(first))) {
      throw problem("%s begins with transaction %x".formatted(name, first));
    }
  }

  private static long numberAt(ByteBuffer log, int at) {
    return log.getLong(at + BEFORE_TRANSACTION + NUMBER_AT);
  }

  /// Returns the number of the last transaction in the latest readable snapshot; 0 without one.
  private long snapshot(Path files) {
    try {
      var snapshots = new FileSnap(files.toFile());
      return Math.max(snapshots.deserialize(new DataTree(), new ConcurrentHashMap<>()), 0);
    } catch (IOException | RuntimeException unreadable) { // ZooKeeper throws both
      throw problem("no snapshot can be read (%s)".formatted(unreadable.getMessage()));
    }
  }

  private void read(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() < HEADER_BYTES) {
        return; // of a process that ended before its first transaction
      }
      ByteBuffer log = channel.map(MapMode.READ_ONLY, 0, channel.size());
      int at = HEADER_BYTES;
      while (isWhole(log, at)) {
        follow(numberAt(log, at), file);
        at = end(at, log.getInt(at + CHECKSUM_BYTES));
      }
      if (hasTransaction(log, at)) {
        throw problem("%s is damaged at byte %d".formatted(file.getFileName(), at));
      }
    }
  }

  private void follow(long next, Path file) {
    if (next > number + 1) {
      throw problem(
          "a log before %s is missing: transactions %x to %x"
              .formatted(file.getFileName(), number + 1, next - 1));
    }
    number = Math.max(number, next);
    latest = next;
  }

  /// Tells whether a transaction was written here, although a part of it is damaged: it has an end,
  /// some length gives its checksum, or a whole transaction follows. What a crash left of the last
  /// one, which nobody was told of, has neither.
  private static boolean hasTransaction(ByteBuffer log, int at) {
    if (hasEnd(log, at)) {
      return true;
    }
    int last = log.capacity() - 1;
    while (last >= at && log.get(last) == 0) {
      last--;
    }
    if (last < at) {
      return false;
    }
    for (int next = at + 1; next + BEFORE_TRANSACTION <= last; next++) {
      if (isWhole(log, next)) {
        return true;
      }
    }
    return hasLengthForChecksum(log, at, last);
  }

  private static boolean hasLengthForChecksum(ByteBuffer log, int at, int last) {
    if (at + BEFORE_TRANSACTION > last) {
      return false;
    }
    long wanted = log.getLong(at);
    var checksum = new Adler32();
    for (int next = at + BEFORE_TRANSACTION; next < last; next++) {
      checksum.update(log.get(next));
      boolean ended = log.get(next + 1) != 0;
      if (checksum.getValue() == wanted && ended) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWhole(ByteBuffer log, int at) {
    if (!hasEnd(log, at)) {
      return false;
    }
    var checksum = new Adler32();
    checksum.update(log.slice(at + BEFORE_TRANSACTION, log.getInt(at + CHECKSUM_BYTES)));
    return checksum.getValue() == log.getLong(at);
  }

  private static boolean hasEnd(ByteBuffer log, int at) {
    if (at + BEFORE_TRANSACTION > log.capacity()) {
      return false;
    }
    int length = log.getInt(at + CHECKSUM_BYTES);
    return length >= LEAST_BYTES
        && length < log.capacity() - at - BEFORE_TRANSACTION
        && log.get(end(at, length) - 1) == END;
  }

  private static int end(int at, int length) {
    return at + BEFORE_TRANSACTION + length + 1;
  }

  private StartupProblem problem(String what) {
    return new StartupProblem(
        """
        ZooKeeper's data in %s is incomplete: %s. Nothing was changed. Restore the directory from a \
        copy, or remove it: this loses the list of blocked metrics and the history of namespaces \
        files, and no datapoint\
        """
            .formatted(directory, what));
  }
}
