package goku.format.snapshot;

import static goku.format.snapshot.SnapshotLayout.FRAME_BYTES;
import static goku.format.snapshot.SnapshotLayout.FRAME_CHECKSUM_OFFSET;
import static goku.format.snapshot.SnapshotLayout.FRAME_HEADER_BYTES;
import static goku.format.snapshot.SnapshotLayout.FRAME_HEADER_CHECKSUM_OFFSET;
import static goku.format.snapshot.SnapshotLayout.FRAME_SIZE_OFFSET;

import goku.format.PartFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/// A writer of the header and then of frames, each when it is full. Owned by one thread.
final class FrameWriter implements AutoCloseable {
  /// The initial capacity, which fits most frames, as most records are small.
  private static final int CAPACITY = FRAME_BYTES + (64 << 10);

  private final PartFile file;
  private final CRC32C crc = new CRC32C();
  private final ByteWriter frame = new ByteWriter(CAPACITY);
  private int frames;

  /// Bytes of the file so far.
  private long written;

  FrameWriter(Path path, SnapshotInfo info) throws IOException {
    byte[] header = SnapshotHeader.write(info);
    file = new PartFile(path);
    write(header, header.length);
    frame.setSize(FRAME_HEADER_BYTES);
  }

  /// Returns the frame, to which the caller writes one record before it calls `recordEnds`.
  ByteWriter frame() {
    return frame;
  }

  void recordEnds() throws IOException {
    if (frame.size() >= FRAME_BYTES) {
      flush();
    }
  }

  /// Writes the frame unless it is empty.
  void flush() throws IOException {
    int size = frame.size() - FRAME_HEADER_BYTES;
    if (size == 0) {
      return;
    }
    frame.setInt(FRAME_SIZE_OFFSET, size);
    frame.setInt(FRAME_CHECKSUM_OFFSET, checksum(FRAME_HEADER_BYTES, size));
    frame.setInt(FRAME_HEADER_CHECKSUM_OFFSET, checksum(0, FRAME_HEADER_CHECKSUM_OFFSET));
    write(frame.array(), frame.size());
    frame.setSize(FRAME_HEADER_BYTES);
    frames++;
  }

  /// Returns the number of frames written so far.
  int frames() {
    return frames;
  }

  void finish() throws IOException {
    file.publish();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  private void write(byte[] bytes, int size) throws IOException {
    file.write(ByteBuffer.wrap(bytes, 0, size), written);
    written += size;
  }

  private int checksum(int from, int size) {
    crc.reset();
    crc.update(frame.array(), from, size);
    return (int) crc.getValue();
  }
}
