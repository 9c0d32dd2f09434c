/// The reports `/api/goku/top`, `/api/goku/top/tags` and `/api/goku/unqueried`: usage by metric and
/// tag, and metrics without queries (section 9 of the Goku paper). See `docs/top-metrics.md`.
@NullMarked
package goku.root.usage;

import org.jspecify.annotations.NullMarked;
