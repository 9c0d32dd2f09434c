package goku.format.snapshot;

import static goku.format.snapshot.SnapshotLayout.CHECKSUM_BYTES;
import static goku.format.snapshot.SnapshotLayout.DESCRIPTION_OFFSET;
import static goku.format.snapshot.SnapshotLayout.FIRST_VERSION;
import static goku.format.snapshot.SnapshotLayout.FORMAT;
import static goku.format.snapshot.SnapshotLayout.MAGIC_BYTES;
import static goku.format.snapshot.SnapshotLayout.MAGIC_OFFSET;
import static goku.format.snapshot.SnapshotLayout.MAX_DESCRIPTION_BYTES;
import static goku.format.snapshot.SnapshotLayout.SIZE_OFFSET;
import static goku.format.snapshot.SnapshotLayout.VERSION;
import static goku.format.snapshot.SnapshotLayout.VERSION_OFFSET;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import goku.format.NotOursException;
import goku.format.OtherVersionException;
import goku.format.TruncatedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/// The header of a snapshot. Stateless.
final class SnapshotHeader {
  private SnapshotHeader() {}

  static byte[] write(SnapshotInfo info) {
    byte[] namespace = info.namespace().getBytes(UTF_8);
    int fixed = DESCRIPTION_OFFSET + 5 * ByteWriter.MAX_VARINT_BYTES + CHECKSUM_BYTES;
    int perBucket = 2 * ByteWriter.MAX_VARINT_BYTES + Long.BYTES;
    var out =
        new ByteWriter(
            fixed
                + namespace.length
                + perBucket * info.buckets().size()
                + info.state().map(StateFields::mostBytes).orElse(0));
    out.putBytes(SnapshotLayout.magic());
    out.putInt(version(info));
    out.setSize(DESCRIPTION_OFFSET);
    out.putText(namespace);
    out.putVarint(info.shard());
    out.putZigzag(info.offset());
    out.putZigzag(info.recordMillis());
    out.putVarint(info.buckets().size());
    for (BucketReference bucket : info.buckets()) {
      out.putZigzag(bucket.startMillis());
      out.putVarint(bucket.generation());
      out.putLong(bucket.checksum());
    }
    info.state().ifPresent(state -> StateFields.write(state, version(info), out));
    int size = out.size() - DESCRIPTION_OFFSET;
    if (size > MAX_DESCRIPTION_BYTES) {
      throw new IllegalArgumentException(
          "cannot write a description of %d bytes: at most %d are allowed"
              .formatted(size, MAX_DESCRIPTION_BYTES));
    }
    out.setInt(SIZE_OFFSET, size);
    out.putInt(checksum(out.array(), out.size()));
    return Arrays.copyOf(out.array(), out.size());
  }

  /// Returns the version in which a snapshot is written, the first one that has all its fields: so
  /// builds of earlier versions read those that they may meet.
  private static int version(SnapshotInfo info) {
    return info.state().map(SnapshotState::version).orElse(FIRST_VERSION);
  }

  /// Returns the size of the description and the checksum after it, read from the preceding bytes.
  ///
  /// @param left bytes of the file that follow
  static int sizeOfRest(byte[] begin, long left) {
    byte[] magic = SnapshotLayout.magic();
    int compared = Math.min(begin.length, MAGIC_BYTES);
    if (!Arrays.equals(begin, 0, compared, magic, 0, compared)) {
      throw new NotOursException(
          FORMAT,
          MAGIC_OFFSET,
          "'" + new String(begin, 0, compared, ISO_8859_1) + "'",
          "magic '" + new String(magic, ISO_8859_1) + "'");
    }
    if (begin.length < DESCRIPTION_OFFSET) {
      throw new TruncatedException(
          FORMAT, begin.length, "the end of the file", DESCRIPTION_OFFSET + " bytes of a header");
    }
    var fields = ByteBuffer.wrap(begin).order(ByteOrder.LITTLE_ENDIAN);
    int version = fields.getInt(VERSION_OFFSET);
    if (version < FIRST_VERSION || version > VERSION) {
      throw new OtherVersionException(
          FORMAT,
          VERSION_OFFSET,
          "version " + Integer.toUnsignedString(version),
          "version %d to %d".formatted(FIRST_VERSION, VERSION));
    }
    int size = fields.getInt(SIZE_OFFSET);
    if (size < 0 || size > MAX_DESCRIPTION_BYTES) {
      throw ByteReader.corrupt(
          SIZE_OFFSET,
          "a description of %s bytes".formatted(Integer.toUnsignedString(size)),
          "at most " + MAX_DESCRIPTION_BYTES);
    }
    int rest = size + CHECKSUM_BYTES;
    if (rest > left) {
      throw new TruncatedException(
          FORMAT, DESCRIPTION_OFFSET, left + " bytes", rest + " bytes of a description");
    }
    return rest;
  }

  /// Parses a complete header.
  static SnapshotInfo read(byte[] header) {
    int end = header.length - CHECKSUM_BYTES;
    int wanted = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
    int found = checksum(header, end);
    if (found != wanted) {
      throw ByteReader.corrupt(
          0, "a header with checksum %08x".formatted(found), "%08x".formatted(wanted));
    }
    var in = new ByteReader();
    in.open(header, DESCRIPTION_OFFSET, end, DESCRIPTION_OFFSET);
    String namespace = new String(in.getText(), UTF_8);
    int shard = in.getCount(Integer.MAX_VALUE, "as the shard");
    long offset = in.getZigzag();
    long recordMillis = in.getZigzag();
    int count = in.getCount(in.left(), "bucket files");
    List<BucketReference> buckets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long start = in.getZigzag();
      int generation = in.getCount(Integer.MAX_VALUE, "as the generation");
      buckets.add(new BucketReference(start, generation, in.getLong()));
    }
    int version = ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN).getInt(VERSION_OFFSET);
    Optional<SnapshotState> state =
        version == FIRST_VERSION ? Optional.empty() : Optional.of(StateFields.read(in, version));
    if (in.hasMore()) {
      throw ByteReader.corrupt(in.offset(), in.left() + " bytes more", "the end of the header");
    }
    return new SnapshotInfo(namespace, shard, offset, recordMillis, buckets, state);
  }

  private static int checksum(byte[] bytes, int size) {
    var crc = new CRC32C();
    crc.update(bytes, 0, size);
    return (int) crc.getValue();
  }
}
