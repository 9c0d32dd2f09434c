/// Shards in memory: reference and stand-in for the real ones.
package goku.testkit.shard;
