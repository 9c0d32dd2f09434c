/// The work of jobs: fetched files are opened, verified and passed to the code that splits or
/// merges.
@NullMarked
package goku.compactor.work;

import org.jspecify.annotations.NullMarked;
