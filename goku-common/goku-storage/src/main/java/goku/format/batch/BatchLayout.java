package goku.format.batch;

import goku.model.histogram.HistogramShape;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Offsets and sizes of a batch; the package comment has the table.
public final class BatchLayout {
  static final String FORMAT = "batch";
  static final byte MAGIC = 0x47;

  /// The version without inputs, whose entries have no kind.
  static final byte FIRST_VERSION = 3;

  static final byte VERSION = 4;

  /// The format level that adds version 4.
  static final int INPUT_LEVEL = 3;

  /// The format level that adds the types of values to version 4.
  static final int TYPE_LEVEL = 4;

  static final int MAGIC_OFFSET = 0;
  static final int VERSION_OFFSET = MAGIC_OFFSET + Byte.BYTES;
  static final int FLAGS_OFFSET = VERSION_OFFSET + Byte.BYTES;
  static final int COUNT_OFFSET = FLAGS_OFFSET + Short.BYTES;
  static final int BASE_OFFSET = COUNT_OFFSET + Integer.BYTES;
  static final int HEADER_BYTES = BASE_OFFSET + Long.BYTES;

  /// The most datapoints of an entry in version 3.
  static final int MAX_FIRST_RUN = 255;

  /// The most datapoints of an entry in version 4.
  static final int MAX_RUN = 127;

  /// The flag of a number of datapoints whose values are no integers.
  static final int DOUBLES = 128;

  /// The number of datapoints before the byte of a kind.
  static final int KIND_FOLLOWS = 0;

  static final int LONGS_KIND = 1;
  static final int HISTOGRAMS_KIND = 2;

  /// The largest size of a histogram.
  static final int MAX_HISTOGRAM_BYTES = HistogramShape.MAX_SENT_BYTES;

  static final int MAX_VARINT_BYTES = 10;
  static final int MAX_POINT_BYTES = MAX_VARINT_BYTES + Double.BYTES;

  /// The largest size of an entry with one datapoint, without its name.
  static final int MAX_ENTRY_OVERHEAD = Long.BYTES + 5 + 3 * Byte.BYTES + MAX_POINT_BYTES;

  static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private BatchLayout() {}

  /// Returns the key of every Kafka record that holds a batch.
  public static byte[] recordKey() {
    return new byte[] {MAGIC};
  }
}
