package goku.simulation;

import goku.memory.SlabPool;
import goku.memory.Spill;
import java.lang.foreign.Arena;
import java.util.Optional;

/// Spill regions in memory: the simulation is about what a shard does with them, not about the disk
/// below.
final class SimulatedSpill implements Spill {
  private static final long REGION_BYTES = 4L * SlabPool.SLAB_BYTES;

  @Override
  public Optional<Region> add() {
    var arena = Arena.ofConfined();
    return Optional.of(new Region(arena.allocate(REGION_BYTES, 64), arena::close));
  }

  @Override
  public long roomBytes() {
    return Long.MAX_VALUE;
  }
}
