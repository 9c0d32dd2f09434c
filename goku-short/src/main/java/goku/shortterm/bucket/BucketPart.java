package goku.shortterm.bucket;

import goku.model.PointBuffer;

/// What a bucket has of its series in one place; see the package's description. Any thread that
/// holds a pin may call these.
public sealed interface BucketPart permits FinalizedPart, StreamPart {
  boolean has(int slot);

  /// Appends the datapoints of a series, if there are any, to the buffer: perhaps as they arrived.
  /// Returns whether they still have to be sorted, the last of equal timestamps to stay.
  boolean read(int slot, PointBuffer into);

  /// Datapoints of the series, each arrival counted.
  int count(int slot);

  /// Bytes of memory, or of the file, that the datapoints of the series take.
  long bytes(int slot);

  /// Loads from where the series at these slots begin, so that the loads overlap, and returns a
  /// number without meaning.
  ///
  /// @param scratch at least as long as there are slots
  long touch(int[] slots, int count, int[] scratch);

  boolean isEmpty();

  /// Takes a series out. Writer only.
  void remove(int slot);

  /// Frees all of it, when no reader can know it any more.
  void close();
}
