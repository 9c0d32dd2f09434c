/// Jobs: fetch the inputs, work from file to file, upload the output, the marker last.
///
/// | class | subject |
/// | --- | --- |
/// | [Task], [Workplace] | a job of a namespace, and the place of its objects and files |
/// | [Splitter], [Merger] | the work itself |
/// | `ShuffleRun`, `CompactRun` | the two kinds of jobs |
/// | [JobRunner] | running, measuring and cleaning up after any job |
/// | [RunningJob] | the progress of a job |
/// | [JobQueue], [RetryQueue] | due jobs, and failed jobs that wait |
/// | [JobMetrics] | the metrics of jobs |
@NullMarked
package goku.compactor.job;

import org.jspecify.annotations.NullMarked;
