package goku.embedded;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The logs of the consumer groups of a broker that does not run. A broker does not load such a log
/// if a batch of it is damaged: its groups wait forever, and the shards with them.
///
/// So a segment is cut off before its first damaged batch, as Kafka does it with the last segment
/// after a kill. Groups then continue at earlier offsets, and what they consume again is not
/// applied again.
final class GroupLogs {
  private static final Logger LOG = LoggerFactory.getLogger(GroupLogs.class);
  private static final String TOPIC = "__consumer_offsets-";
  private static final String SEGMENT = ".log";
  private static final List<String> INDEXES = List.of(".index", ".timeindex", ".txnindex");

  private final Path directory;

  /// The last offset of the batches before; -1 without one.
  private long last = -1;

  private GroupLogs(Path directory) {
    this.directory = directory;
  }

  /// Cuts off damaged segments.
  ///
  /// @param broker the directory of the broker
  static void cutDamaged(Path broker) throws IOException {
    for (Path directory : list(broker)) {
      if (String.valueOf(directory.getFileName()).startsWith(TOPIC)) {
        new GroupLogs(directory).cutDamaged();
      }
    }
  }

  private void cutDamaged() throws IOException {
    for (Path segment : list(directory)) {
      if (segment.toString().endsWith(SEGMENT)) {
        long size = Files.size(segment);
        long whole = wholeBytes(segment);
        if (whole < size) {
          cut(segment, whole);
          LOG.warn(
              "log of consumer groups is damaged, cut off file={} bytes={} of={}: the groups"
                  + " continue at earlier offsets, and lose nothing. Check the disk",
              segment,
              whole,
              size);
        }
      }
    }
  }

  /// Returns the size of a segment up to its first damaged batch. A checksum does not cover the
  /// offset and the version of its batch, but offsets ascend.
  private long wholeBytes(Path segment) throws IOException {
    long bytes = 0;
    try (FileRecords records = FileRecords.open(segment.toFile(), /* mutable= */ false)) {
      for (RecordBatch batch : records.batches()) {
        batch.ensureValid();
        if (batch.baseOffset() <= last || batch.magic() != RecordBatch.CURRENT_MAGIC_VALUE) {
          return bytes;
        }
        last = batch.lastOffset();
        bytes += batch.sizeInBytes();
      }
    } catch (KafkaException damaged) {
      return bytes;
    }
    return bytes;
  }

  /// Cuts off a segment, and removes its indexes, which Kafka makes again when it starts.
  private static void cut(Path segment, long bytes) throws IOException {
    String name = segment.toString();
    String first = name.substring(0, name.length() - SEGMENT.length());
    for (String index : INDEXES) {
      Files.deleteIfExists(Path.of(first + index));
    }
    try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
      channel.truncate(bytes);
      channel.force(true);
    }
  }

  /// Returns the content of a directory by name; names of segments are as long as each other.
  private static List<Path> list(Path directory) throws IOException {
    File[] files = directory.toFile().listFiles();
    if (files == null) {
      throw new IOException("cannot list " + directory);
    }
    return Stream.of(files).map(File::toPath).sorted().toList();
  }
}
