package goku.format.bucket;

import static goku.format.bucket.BucketLayout.INT;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// The section of terms: the end offset of each term, then their bytes. Thread-safe.
final class TermTable {
  private final MemorySegment file;
  private final long ends;
  private final long bytes;

  TermTable(MemorySegment file, long offset, int count) {
    this.file = file;
    ends = offset;
    bytes = offset + (long) count * Integer.BYTES;
  }

  static Section write(SectionWriter section, List<byte[]> metrics, List<byte[]> pairs)
      throws IOException {
    writeEnds(section, pairs, writeEnds(section, metrics, 0));
    writeBytes(section, metrics);
    writeBytes(section, pairs);
    return section.finish();
  }

  byte[] get(int number) {
    int start = number == 0 ? 0 : end(number - 1);
    return file.asSlice(bytes + start, end(number) - start).toArray(ValueLayout.JAVA_BYTE);
  }

  private int end(int number) {
    return file.get(INT, ends + (long) number * Integer.BYTES);
  }

  private static int writeEnds(SectionWriter section, List<byte[]> names, int start)
      throws IOException {
    int end = start;
    for (byte[] name : names) {
      end = Math.addExact(end, name.length);
      section.putInt(end);
    }
    return end;
  }

  private static void writeBytes(SectionWriter section, List<byte[]> names) throws IOException {
    for (byte[] name : names) {
      section.put(name, name.length);
    }
  }
}
