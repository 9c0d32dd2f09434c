package goku.format.snapshot;

import static goku.format.snapshot.SnapshotLayout.DESCRIPTION_OFFSET;
import static goku.format.snapshot.SnapshotLayout.END;
import static goku.format.snapshot.SnapshotLayout.FORMAT;
import static goku.format.snapshot.SnapshotLayout.FRAME_BYTES;
import static goku.format.snapshot.SnapshotLayout.FRAME_CHECKSUM_OFFSET;
import static goku.format.snapshot.SnapshotLayout.FRAME_HEADER_BYTES;
import static goku.format.snapshot.SnapshotLayout.FRAME_HEADER_CHECKSUM_OFFSET;
import static goku.format.snapshot.SnapshotLayout.FRAME_SIZE_OFFSET;

import goku.format.TruncatedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.zip.CRC32C;

/// A reader of the header and then of one frame at a time that verifies checksums. Holds one frame
/// in memory. Owned by one thread.
final class FrameReader implements AutoCloseable {
  /// The initial capacity, if the file is as long. Most frames end with a small record.
  private static final int CAPACITY = FRAME_BYTES + (64 << 10);

  private final FileChannel channel;
  private final long length;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer header =
      ByteBuffer.allocate(FRAME_HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final ByteReader content = new ByteReader();
  private byte[] frame = {};
  private long position;
  private int frames;
  private boolean ended;

  FrameReader(Path file) throws IOException {
    channel = FileChannel.open(file, StandardOpenOption.READ);
    length = channel.size();
  }

  /// Reads the header, which comes before all frames.
  SnapshotInfo info() throws IOException {
    byte[] begin = new byte[(int) Math.min(length, DESCRIPTION_OFFSET)];
    read(begin, 0, begin.length);
    int rest = SnapshotHeader.sizeOfRest(begin, length - position);
    byte[] whole = Arrays.copyOf(begin, begin.length + rest);
    read(whole, begin.length, rest);
    return SnapshotHeader.read(whole);
  }

  /// Reads the next frame. Returns false after the last one, when the file has ended.
  boolean next() throws IOException {
    if (ended) {
      if (position < length) {
        throw ByteReader.corrupt(
            position, (length - position) + " bytes more", "the end of the file");
      }
      return false;
    }
    long start = position;
    need(FRAME_HEADER_BYTES, "a frame's header");
    read(header.array(), 0, FRAME_HEADER_BYTES);
    int headerWanted = header.getInt(FRAME_HEADER_CHECKSUM_OFFSET);
    compare(start, "a frame's header", header.array(), FRAME_HEADER_CHECKSUM_OFFSET, headerWanted);
    int size = header.getInt(FRAME_SIZE_OFFSET);
    if (size < 1) {
      throw ByteReader.corrupt(start, "a frame of %d bytes".formatted(size), "1 or more");
    }
    need(size, "a frame");
    if (size > frame.length) {
      frame = new byte[(int) Math.max(size, Math.min(CAPACITY, length))];
    }
    read(frame, 0, size);
    compare(start, "a frame", frame, size, header.getInt(FRAME_CHECKSUM_OFFSET));
    content.open(frame, 0, size, start + FRAME_HEADER_BYTES);
    ended = frame[0] == END;
    frames++;
    return true;
  }

  /// Returns the records of the frame.
  ByteReader content() {
    return content;
  }

  /// Returns the number of frames before this one.
  int framesBefore() {
    return frames - 1;
  }

  /// Returns whether this frame is the last.
  boolean isLast() {
    return ended;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private void need(int size, String what) {
    if (length - position < size) {
      throw new TruncatedException(
          FORMAT, position, (length - position) + " bytes", size + " bytes of " + what);
    }
  }

  private void read(byte[] into, int from, int size) throws IOException {
    var buffer = ByteBuffer.wrap(into, from, size);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new TruncatedException(
            FORMAT,
            position + size - buffer.remaining(),
            "the end of the file",
            length + " bytes as when it was opened");
      }
    }
    position += size;
  }

  private void compare(long offset, String what, byte[] bytes, int size, int wanted) {
    crc.reset();
    crc.update(bytes, 0, size);
    int found = (int) crc.getValue();
    if (found != wanted) {
      throw ByteReader.corrupt(
          offset, "%s with checksum %08x".formatted(what, found), "%08x".formatted(wanted));
    }
  }
}
