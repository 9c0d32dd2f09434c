/// Jobs: fetch the inputs, work from file to file, bring the output, the marker last.
///
/// | class | subject |
/// | --- | --- |
/// | [Task], [Workplace] | a job of a namespace; where its objects and files are |
/// | [Splitter], [Merger] | the work itself |
/// | `ShuffleRun`, `CompactRun` | the two kinds of jobs |
/// | [JobRunner] | runs any, measures it, removes its files |
/// | [RunningJob] | how far it is |
/// | [JobQueue], [RetryQueue] | which is next, which has to wait after a failure |
/// | [JobMetrics] | what is counted |
@NullMarked
package goku.compactor.job;

import org.jspecify.annotations.NullMarked;
