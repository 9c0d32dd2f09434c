package goku.testkit.disk;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// The bytes of a file, and the bytes that a crash leaves. Owned by one thread at a time.
final class DiskFile {
  /// The unit in which a disk writes.
  private static final int BLOCK_BYTES = 512;

  /// A mapping of the file.
  private record Mapping(MemorySegment bytes, long offset) {}

  private byte[] bytes = {};
  private int size;
  private byte[] forced = {};
  private boolean isForced = true;
  private final List<Mapping> mappings = new ArrayList<>();

  /// The mapping of the whole file to which a program stores, the newest of several.
  private @Nullable MemorySegment writable;

  int size() {
    return size;
  }

  int read(ByteBuffer into, long offset) {
    takeStores();
    if (offset >= size) {
      return -1;
    }
    int count = Math.min(into.remaining(), size - (int) offset);
    into.put(bytes, (int) offset, count);
    return count;
  }

  int write(ByteBuffer from, long offset) {
    takeStores();
    writable = null;
    int count = from.remaining();
    int end = Math.toIntExact(offset + count);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length * 2));
    }
    from.get(bytes, (int) offset, count);
    size = Math.max(size, end);
    isForced = false;
    return count;
  }

  void truncate(long length) {
    takeStores();
    writable = null;
    if (length < size) {
      Arrays.fill(bytes, (int) length, size, (byte) 0);
      size = (int) length;
      isForced = false;
    }
  }

  void force() {
    takeStores();
    if (!isForced) {
      forced = content();
      isForced = true;
    }
  }

  byte[] content() {
    takeStores();
    return Arrays.copyOf(bytes, size);
  }

  /// Returns a copy of the bytes that changes with `flipMapped`.
  MemorySegment map(long offset, long length, Arena arena) {
    takeStores();
    MemorySegment mapped = arena.allocate(Math.max(length, 1), Long.BYTES).asSlice(0, length);
    MemorySegment.copy(bytes, (int) offset, mapped, ValueLayout.JAVA_BYTE, 0, (int) length);
    mappings.removeIf(each -> !each.bytes.scope().isAlive());
    mappings.add(new Mapping(mapped, offset));
    return mapped.asReadOnly();
  }

  /// Returns a mapping of the whole file. A store into it reaches the file, and is lost by a crash
  /// like a write, until the next write or truncation: then the mapping is detached.
  MemorySegment mapWritable(Arena arena) {
    takeStores();
    MemorySegment mapped = arena.allocate(size, Long.BYTES);
    MemorySegment.copy(bytes, 0, mapped, ValueLayout.JAVA_BYTE, 0, size);
    writable = mapped;
    return mapped;
  }

  /// Copies what was stored into the writable mapping.
  private void takeStores() {
    if (writable != null && writable.scope().isAlive()) {
      byte[] stored = writable.toArray(ValueLayout.JAVA_BYTE);
      if (!Arrays.equals(stored, 0, size, bytes, 0, size)) {
        System.arraycopy(stored, 0, bytes, 0, size);
        isForced = false;
      }
    }
  }

  /// Changes bits of a byte on the disk.
  void flip(int offset, int bits) {
    takeStores();
    writable = null;
    bytes[offset] ^= (byte) bits;
    if (offset < forced.length) {
      forced[offset] ^= (byte) bits;
    }
  }

  /// Changes bits of a byte in mappings.
  void flipMapped(int offset, int bits) {
    for (Mapping each : mappings) {
      long at = offset - each.offset;
      if (each.bytes.scope().isAlive() && at >= 0 && at < each.bytes.byteSize()) {
        byte before = each.bytes.get(ValueLayout.JAVA_BYTE, at);
        each.bytes.set(ValueLayout.JAVA_BYTE, at, (byte) (before ^ bits));
      }
    }
  }

  /// Leaves the forced bytes, or some of the others: a part of them, or zeros in their place.
  void crash(RandomGenerator random) {
    takeStores();
    writable = null;
    mappings.clear();
    if (isForced) {
      return;
    }
    switch (random.nextInt(4)) {
      case 0 -> {
        bytes = forced.clone();
        size = forced.length;
      }
      case 1 -> truncate(random.nextInt(size + 1));
      case 2 ->
          Arrays.fill(bytes, random.nextInt(size / BLOCK_BYTES + 1) * BLOCK_BYTES, size, (byte) 0);
      default -> {} // all were written in time
    }
    isForced = false;
    force();
  }
}
