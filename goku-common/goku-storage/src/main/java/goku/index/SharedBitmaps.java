package goku.index;

import org.roaringbitmap.Container;
import org.roaringbitmap.ContainerPointer;
import org.roaringbitmap.RoaringBitmap;

/// Modified copies of immutable bitmaps. A copy shares the unchanged containers, which hold 65,536
/// slots each. New series mostly have adjacent slots, so adding them to a term of a million series
/// copies one container and not all.
final class SharedBitmaps {
  /// Bytes of a bitmap and its array of containers, without the containers.
  private static final int BITMAP_BYTES = 96;

  /// Bytes of a container object, the header of its array and its entry in the bitmap.
  private static final int CONTAINER_BYTES = 48;

  private SharedBitmaps() {}

  static RoaringBitmap add(RoaringBitmap old, RoaringBitmap added) {
    var all = new RoaringBitmap();
    ContainerPointer left = old.getContainerPointer();
    ContainerPointer right = added.getContainerPointer();
    while (left.getContainer() != null || right.getContainer() != null) {
      Container ours = left.getContainer();
      Container theirs = right.getContainer();
      if (theirs == null || (ours != null && left.key() < right.key())) {
        all.append(left.key(), ours);
        left.advance();
      } else if (ours == null || right.key() < left.key()) {
        all.append(right.key(), compact(theirs));
        right.advance();
      } else {
        all.append(left.key(), compact(ours.or(theirs)));
        left.advance();
        right.advance();
      }
    }
    return all;
  }

  static RoaringBitmap remove(RoaringBitmap old, RoaringBitmap removed) {
    var rest = new RoaringBitmap();
    ContainerPointer left = old.getContainerPointer();
    ContainerPointer right = removed.getContainerPointer();
    while (left.getContainer() != null) {
      while (right.getContainer() != null && right.key() < left.key()) {
        right.advance();
      }
      Container ours = left.getContainer();
      if (right.getContainer() == null || right.key() != left.key()) {
        rest.append(left.key(), ours);
      } else {
        Container difference = ours.andNot(right.getContainer());
        if (!difference.isEmpty()) {
          rest.append(left.key(), compact(difference));
        }
      }
      left.advance();
    }
    return rest;
  }

  /// Returns the bytes of heap that a bitmap takes.
  static long bytes(RoaringBitmap bitmap) {
    long bytes = BITMAP_BYTES;
    for (ContainerPointer at = bitmap.getContainerPointer();
        at.getContainer() != null;
        at.advance()) {
      bytes += CONTAINER_BYTES + at.getContainer().getArraySizeInBytes();
    }
    return bytes;
  }

  private static Container compact(Container container) {
    Container smallest = container.runOptimize();
    smallest.trim();
    return smallest;
  }
}
