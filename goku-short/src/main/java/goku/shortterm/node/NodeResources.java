package goku.shortterm.node;

import goku.index.IndexLimits;
import goku.memory.MemoryUse;
import goku.memory.SlabPool;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.InstantSource;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/// The resources that the shards of a node share.
///
/// @param pool the memory of all shards
/// @param use the memory by purpose
/// @param limits the limits of series per shard
/// @param background the threads that write bucket files
/// @param nanoTime elapsed time, by which deletes are cut into slices
public record NodeResources(
    SlabPool pool,
    MemoryUse use,
    IndexLimits limits,
    InstantSource clock,
    MeterRegistry registry,
    Executor background,
    LongSupplier nanoTime) {}
