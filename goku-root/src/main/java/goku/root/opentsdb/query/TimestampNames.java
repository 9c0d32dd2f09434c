package goku.root.opentsdb.query;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.SerializedString;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A cache of timestamps as JSON member names. Groups of an answer mostly have the same timestamps,
/// so each name is created once and written many times. Owned by one thread.
final class TimestampNames {
  /// The largest number of cached names, fewer than a day of seconds has.
  private static final int MOST = 16_384;

  private long[] timestamps = {};
  private @Nullable SerializableString[] names = {};

  /// Returns the name of the i-th timestamp of a group.
  SerializableString at(int i, long timestamp) {
    SerializableString known = i < names.length && timestamps[i] == timestamp ? names[i] : null;
    if (known != null) {
      return known;
    }
    var name = new SerializedString(Long.toString(timestamp));
    if (i < MOST) {
      keep(i, timestamp, name);
    }
    return name;
  }

  private void keep(int i, long timestamp, SerializableString name) {
    if (i >= names.length) {
      int capacity = Math.max(i + 1, names.length * 2);
      timestamps = Arrays.copyOf(timestamps, capacity);
      names = Arrays.copyOf(names, capacity);
    }
    timestamps[i] = timestamp;
    names[i] = name;
  }
}
