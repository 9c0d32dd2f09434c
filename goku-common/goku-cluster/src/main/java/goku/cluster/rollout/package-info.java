/// The progress of a rollout in ZooKeeper. The leading controller writes it to `/goku/rollout`, if
/// it rolls out at all, and `goku cluster status` reads it. It is JSON, version 1:
///
/// | field | value |
/// | --- | --- |
/// | `version` | 1; a reader rejects higher versions and ignores unknown fields |
/// | `at` | time of the write, milliseconds since the epoch |
/// | `pods`, `upgraded` | the pods of GokuS and GokuL, and those of them that run the newest revision |
/// | `waiting` | what the rollout waits for; empty while it is complete |
///
/// The entry is written when it changes, and every minute.
@NullMarked
package goku.cluster.rollout;

import org.jspecify.annotations.NullMarked;
