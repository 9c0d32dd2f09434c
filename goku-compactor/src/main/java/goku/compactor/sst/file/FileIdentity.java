package goku.compactor.sst.file;

import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import com.dynatrace.hash4j.hashing.HashStream128;
import com.dynatrace.hash4j.hashing.HashStream64;
import com.dynatrace.hash4j.hashing.HashValue128;
import com.dynatrace.hash4j.hashing.Hashing;
import goku.tier.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/// A rewrite of an SST file's identity: a hash of the content replaces a random value.
///
/// RocksDB writes the session of the process, 20 random characters, into the properties at the end
/// of a file. Nothing else differs between two files of the same content (with the settings of
/// `SstSettings`). Block caches use the session as a part of their keys. It therefore must not be a
/// constant, or blocks of one file would be taken for those of another. The new value is the XXH3
/// (128 bits) of all bytes before the properties: the keys and values, their index and their
/// filter. The block of properties gets the checksum of its new bytes.
final class FileIdentity {
  private static final String META_PROPERTIES = "rocksdb.properties";
  private static final String SESSION = "rocksdb.creating.session.identity";
  private static final int SESSION_BYTES = 20;
  private static final String DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

  /// The bytes of the footer: checksum type, two handles padded to 40 bytes, version, magic.
  private static final int FOOTER_BYTES = 1 + 40 + Integer.BYTES + Long.BYTES;

  private static final long MAGIC = 0x88E2_41B7_85F4_CFF7L;
  private static final byte CRC32C_TYPE = 1;

  /// The bytes after a block: compression type, checksum.
  private static final int TRAILER_BYTES = 1 + Integer.BYTES;

  private static final int MASK_DELTA = 0xA282_EAD8;
  private static final int BUFFER_BYTES = 256 << 10;

  private final Path file;
  private final FileChannel channel;

  private FileIdentity(Path file, FileChannel channel) {
    this.file = file;
    this.channel = channel;
  }

  /// Rewrites the identity of a file, forces it to disk, and returns its new description.
  static StoredFile seal(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, READ, WRITE)) {
      return new FileIdentity(file, channel).seal();
    }
  }

  private StoredFile seal() throws IOException {
    long size = channel.size();
    TableBlock properties = properties(size);
    HashStream64 checksum = Hashing.xxh3_64().hashStream();
    HashStream128 content = Hashing.xxh3_128().hashStream();
    byte[] buffer = new byte[BUFFER_BYTES];
    for (long at = 0; at < properties.offset(); ) {
      int length = (int) Math.min(buffer.length, properties.offset() - at);
      read(at, buffer, length);
      checksum.putBytes(buffer, 0, length);
      content.putBytes(buffer, 0, length);
      at += length;
    }
    byte[] tail = new byte[Math.toIntExact(size - properties.offset())];
    read(properties.offset(), tail, tail.length);
    replace(tail, properties, session(content.get()));
    channel.write(ByteBuffer.wrap(tail), properties.offset());
    channel.force(true);
    checksum.putBytes(tail);
    return new StoredFile(
        String.valueOf(file.getFileName()), size, "%016x".formatted(checksum.getAsLong()));
  }

  private TableBlock properties(long size) throws IOException {
    if (size < FOOTER_BYTES) {
      throw unknown("%d bytes".formatted(size));
    }
    byte[] bytes = new byte[FOOTER_BYTES];
    read(size - FOOTER_BYTES, bytes, FOOTER_BYTES);
    ByteBuffer footer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int version = footer.getInt(FOOTER_BYTES - Long.BYTES - Integer.BYTES);
    if (footer.getLong(FOOTER_BYTES - Long.BYTES) != MAGIC
        || version != SstSettings.FORMAT_VERSION
        || footer.get() != CRC32C_TYPE) {
      throw unknown("the footer of version " + version);
    }
    ByteBuffer handle = block(footer).find(META_PROPERTIES);
    if (handle == null) {
      throw unknown("no properties");
    }
    return block(handle);
  }

  private TableBlock block(ByteBuffer handle) throws IOException {
    long offset = TableBlock.varint(handle);
    int length = Math.toIntExact(TableBlock.varint(handle));
    byte[] bytes = new byte[length];
    read(offset, bytes, length);
    return new TableBlock(offset, bytes);
  }

  /// Writes the session into the block at the start of the bytes, and the checksum after it.
  private void replace(byte[] tail, TableBlock properties, byte[] session) throws IOException {
    ByteBuffer value = properties.find(SESSION);
    if (value == null || value.remaining() != SESSION_BYTES) {
      throw unknown("no session");
    }
    System.arraycopy(session, 0, tail, value.position(), SESSION_BYTES);
    var crc = new CRC32C();
    crc.update(tail, 0, properties.length() + 1); // including the compression type
    int masked = Integer.rotateRight((int) crc.getValue(), 15) + MASK_DELTA;
    ByteBuffer.wrap(tail)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(properties.length() + TRAILER_BYTES - Integer.BYTES, masked);
  }

  /// Returns a session as digits and capital letters: 8 for the upper half, 12 for the lower.
  private static byte[] session(HashValue128 content) {
    byte[] session = new byte[SESSION_BYTES];
    digits(content.getMostSignificantBits(), session, 0, 8);
    digits(content.getLeastSignificantBits(), session, 8, SESSION_BYTES);
    return session;
  }

  private static void digits(long number, byte[] into, int from, int to) {
    long rest = number;
    for (int i = to - 1; i >= from; i--) {
      into[i] = (byte) DIGITS.charAt((int) Long.remainderUnsigned(rest, DIGITS.length()));
      rest = Long.divideUnsigned(rest, DIGITS.length());
    }
  }

  private void read(long at, byte[] into, int length) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(into, 0, length);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer, at + buffer.position()) < 0) {
        throw unknown("its end at %d".formatted(at + buffer.position()));
      }
    }
  }

  private IOException unknown(String found) {
    return new IOException(
        "%s: found %s, wanted an SST file as this version of RocksDB writes it"
            .formatted(file, found));
  }
}
