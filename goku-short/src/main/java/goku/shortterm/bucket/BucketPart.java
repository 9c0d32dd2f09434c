package goku.shortterm.bucket;

import goku.model.PointBuffer;
import java.util.Set;

/// A part of a bucket's data; see the package's description. Any thread that holds a pin may call
/// these methods.
public sealed interface BucketPart permits FinalizedPart, StreamPart {
  boolean has(int slot);

  /// Appends the datapoints of a series to the buffer, perhaps in the order of arrival. Returns
  /// whether they have to be sorted, with the last of equal timestamps kept.
  boolean read(int slot, PointBuffer into);

  /// Returns the datapoints of the series, each arrival counted.
  int count(int slot);

  /// Returns the bytes of memory, or of the file, that the series' datapoints take.
  long bytes(int slot);

  /// Loads the start of the series at these slots, so that the loads overlap. The result has no
  /// meaning.
  ///
  /// @param scratch an array with at least one element per slot
  long touch(int[] slots, int count, int[] scratch);

  boolean isEmpty();

  /// Removes a series. If the part is sealed, its file still gets the series. Writer only.
  void remove(int slot);

  /// Declares that its content becomes a file now. Writer only.
  void seal();

  /// Returns whether the file of the sealed part gets the series.
  boolean hasForFile(int slot);

  /// Appends what the file of the sealed part gets of the series, like `read`.
  boolean readForFile(int slot, PointBuffer into);

  /// Returns the series that were removed since it was sealed.
  Set<Integer> hidden();

  /// Frees all memory as soon as no reader can know the part.
  void close();
}
