package goku.memory;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/// Regions for slabs beyond the memory budget of a node, which take no memory for long.
public interface Spill {
  /// No regions: a node whose budget is used up has no space.
  Spill NONE =
      new Spill() {
        @Override
        public Optional<Region> add() {
          return Optional.empty();
        }

        @Override
        public long roomBytes() {
          return 0;
        }
      };

  /// A region of slabs.
  ///
  /// @param bytes aligned to slabs' alignment; a multiple of slabs
  /// @param release frees the region; the bytes cannot be accessed afterwards
  record Region(MemorySegment bytes, Runnable release) {}

  /// Returns a new region; empty if there is no space for one, which is logged.
  Optional<Region> add();

  /// Returns the bytes of the regions for which there is room now.
  long roomBytes();
}
