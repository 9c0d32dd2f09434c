/// The API to block metrics (section 9 of the Goku paper), see `docs/blocking.md`. Blocked metrics
/// are hidden by [goku.root.planning.Planner] and the directories of [goku.root.fanout].
@NullMarked
package goku.root.blocking;

import org.jspecify.annotations.NullMarked;
