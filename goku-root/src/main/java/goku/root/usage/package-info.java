/// `/api/goku/top`, `/api/goku/top/tags` and `/api/goku/unqueried`: who writes how much, because of
/// which tags, and whether anybody asks for it (section 9 of the Goku paper). `docs/top-metrics.md`
/// describes them.
@NullMarked
package goku.root.usage;

import org.jspecify.annotations.NullMarked;
