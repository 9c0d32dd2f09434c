/// Shards in memory: the reference and the replacement for real shards.
package goku.testkit.shard;
