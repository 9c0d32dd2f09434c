/// The compactor: builds tier 1 and up from the buckets that GokuS finalized (sections 4.6.3 and
/// 5.2 of the Goku paper).
///
/// | package | subject |
/// | --- | --- |
/// | `goku.compactor` | the service: rounds, threads, status |
/// | `goku.compactor.plan` | due jobs and removals: pure functions of the contents of S3 |
/// | `goku.compactor.job` | one job: fetch, work, upload |
/// | `goku.compactor.transfer` | listings and files between S3 and the work directory |
/// | `goku.compactor.shuffle`, `merge`, `rollup`, `sst` | the work itself, from file to file |
@NullMarked
package goku.compactor;

import org.jspecify.annotations.NullMarked;
