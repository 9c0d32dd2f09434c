package goku.shortterm.node;

import goku.index.IndexLimits;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// What the shards of a node share.
///
/// @param pool the memory of all shards
/// @param use what it is used for
/// @param limits of series that a shard takes
/// @param background writes files of finalized buckets
/// @param nanoTime cuts the work of deletes into slices
public record NodeResources(
    SlabPool pool,
    MemoryUse use,
    IndexLimits limits,
    InstantSource clock,
    MeterRegistry registry,
    Executor background,
    LongSupplier nanoTime) {}
