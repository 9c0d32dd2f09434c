package goku.format.bucket;

import static java.nio.charset.StandardCharsets.UTF_8;

import goku.model.PointBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;

/// Buckets as lists, and a small bucket with some content of every kind.
final class BucketFixture {
  static final long START = 1_700_000_000_000L - 1_700_000_000_000L % 7_200_000;
  static final BucketInfo INFO = new BucketInfo("ns-ü", 3, START, 7_200_000, 2);
  static final UUID LOG = new UUID(0x0123_4567_89AB_CDEFL, 0xFEDC_BA98_7654_3210L);
  static final BucketInfo COVERED =
      new BucketInfo(
          "ns-ü",
          3,
          START,
          7_200_000,
          7,
          new BucketCoverage(LOG, 123_456, BucketCoverage.Kind.COMPLETE));
  static final List<byte[]> METRICS = utf8("cpu", "mem.free");
  static final List<byte[]> PAIRS = utf8("core=0", "core=1", "host=a", "host=ü");
  private static final long[] EVERY_MINUTE =
      IntStream.range(0, 10).mapToLong(i -> START + i * 60_000L).toArray();
  static final List<Series> SAMPLE =
      List.of(
          new Series(-5, terms(0), EVERY_MINUTE, range(10, 0.25)),
          new Series(7, terms(0, 2, 4), at(0, 1, 7_199_999), doubles(1, -0.0, Double.NaN)),
          new Series(8, terms(0, 3, 4), EVERY_MINUTE, range(10, 1e300)),
          new Series(9, terms(0, 3, 5), at(59_999), doubles(Double.NEGATIVE_INFINITY)),
          new Series(Long.MIN_VALUE, terms(1, 5), EVERY_MINUTE, range(10, 1)));

  private BucketFixture() {}

  /// A series that is compared by its text.
  static final class Series {
    private final long hash;
    private final int[] terms;
    private final long[] timestamps;
    private final double[] values;

    Series(long hash, int[] terms, long[] timestamps, double[] values) {
      this.hash = hash;
      this.terms = terms;
      this.timestamps = timestamps;
      this.values = values;
    }

    long hash() {
      return hash;
    }

    int[] terms() {
      return terms;
    }

    long[] timestamps() {
      return timestamps;
    }

    double[] values() {
      return values;
    }

    PointBuffer points() {
      return PointBuffer.of(timestamps, values);
    }

    /// Returns a text with every bit of every value.
    @Override
    public String toString() {
      return "%x %s %s %s"
          .formatted(
              hash,
              Arrays.toString(terms),
              Arrays.toString(timestamps),
              Arrays.toString(
                  Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray()));
    }
  }

  static Path write(Path file) throws IOException {
    return write(file, INFO);
  }

  static Path write(Path file, BucketInfo info) throws IOException {
    return write(file, info, METRICS, PAIRS, SAMPLE);
  }

  static Path write(Path file, List<byte[]> metrics, List<byte[]> pairs, List<Series> all)
      throws IOException {
    return write(file, INFO, metrics, pairs, all);
  }

  private static Path write(
      Path file, BucketInfo info, List<byte[]> metrics, List<byte[]> pairs, List<Series> all)
      throws IOException {
    try (var writer = new BucketFileWriter(file, info, metrics, pairs)) {
      for (Series series : all) {
        writer.add(series.hash(), series.terms(), series.terms().length, series.points());
      }
      writer.finish();
    }
    return file;
  }

  /// Returns the file with checksums that match its bytes, as another program could have written
  /// them.
  static byte[] sealed(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file.clone()).order(ByteOrder.LITTLE_ENDIAN);
    int pages = section(SectionKind.PAGES);
    int from = (int) bytes.getLong(pages + BucketLayout.SECTION_OFFSET);
    int length = (int) bytes.getLong(pages + BucketLayout.SECTION_LENGTH);
    int checksums = section(SectionKind.PAGE_CHECKSUMS);
    int at = (int) bytes.getLong(checksums + BucketLayout.SECTION_OFFSET);
    int end = at + (int) bytes.getLong(checksums + BucketLayout.SECTION_LENGTH);
    for (int done = 0, sum = at; done < length; done += BucketLayout.PAGE_BYTES, sum += 4) {
      int page = Math.min(BucketLayout.PAGE_BYTES, length - done);
      bytes.putInt(sum, crc(bytes.array(), from + done, page));
    }
    bytes.putInt(checksums + BucketLayout.SECTION_CRC, crc(bytes.array(), at, end - at));
    int header = bytes.getInt(BucketLayout.HEADER_BYTES_OFFSET);
    bytes.putInt(
        header - BucketLayout.CRC_BYTES, crc(bytes.array(), 0, header - BucketLayout.CRC_BYTES));
    return bytes.array();
  }

  private static int section(SectionKind kind) {
    return BucketLayout.SECTIONS_OFFSET + kind.index * BucketLayout.SECTION_BYTES;
  }

  private static int crc(byte[] bytes, int from, int length) {
    var crc = new CRC32C();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  static List<Series> read(BucketFile bucket) {
    List<Series> all = new ArrayList<>();
    bucket.forEachSeries(
        (entry, hash, terms, termCount) -> {
          if (entry != all.size()) {
            throw new AssertionError("entry " + entry + " after " + all.size());
          }
          all.add(series(bucket, entry, hash, Arrays.copyOf(terms, termCount)));
        });
    return all;
  }

  static List<String> terms(BucketFile bucket, int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> new String(bucket.term(i), UTF_8)).toList();
  }

  static List<byte[]> utf8(String... texts) {
    return Arrays.stream(texts).map(text -> text.getBytes(UTF_8)).toList();
  }

  static int[] terms(int... numbers) {
    return numbers;
  }

  static double[] doubles(double... values) {
    return values;
  }

  /// Returns timestamps by their offsets in milliseconds from the start.
  static long[] at(long... offsets) {
    return Arrays.stream(offsets).map(offset -> START + offset).toArray();
  }

  /// Reads a series after an existing datapoint, which must stay unchanged.
  private static Series series(BucketFile bucket, int entry, long hash, int[] terms) {
    var points = new PointBuffer();
    points.add(1, 2);
    bucket.read(entry, points);
    if (points.timestamps()[0] != 1 || points.values()[0] != 2) {
      throw new AssertionError("the datapoint before has changed");
    }
    int size = points.size();
    return new Series(
        hash,
        terms,
        Arrays.copyOfRange(points.timestamps(), 1, size),
        Arrays.copyOfRange(points.values(), 1, size));
  }

  private static double[] range(int count, double step) {
    return IntStream.range(0, count).mapToDouble(i -> i * step).toArray();
  }
}
