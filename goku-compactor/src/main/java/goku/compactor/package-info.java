/// The compactor: makes tier 1 and up of what GokuS finalized (sections 4.6.3 and 5.2 of the Goku
/// paper).
///
/// | package | subject |
/// | --- | --- |
/// | `goku.compactor` | the service: rounds, threads, status |
/// | `goku.compactor.plan` | what is due and what can go: pure functions of what S3 has |
/// | `goku.compactor.job` | one job: fetch, work, bring back |
/// | `goku.compactor.transfer` | listings and files between S3 and the work directory |
/// | `goku.compactor.shuffle`, `merge`, `rollup`, `sst` | the work itself, from file to file |
@NullMarked
package goku.compactor;

import org.jspecify.annotations.NullMarked;
