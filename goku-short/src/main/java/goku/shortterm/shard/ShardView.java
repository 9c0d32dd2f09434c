package goku.shortterm.shard;

import goku.index.SeriesIndex;
import goku.memory.Reclaimer;
import goku.shortterm.bucket.Buckets;
import goku.shortterm.preaggregation.PreAggregates;
import goku.shortterm.usage.UsageCounter;

/// The parts of a shard that readers use, each with a pin of the reclaimer.
record ShardView(
    SeriesIndex index,
    Buckets buckets,
    UsageCounter usage,
    PreAggregates preAggregates,
    Reclaimer reclaimer) {}
