/// The list of blocked metrics of a deployment in ZooKeeper (section 9 of the Goku paper): read and
/// changed by roots, followed by every process.
///
/// | path | content |
/// | --- | --- |
/// | `/goku/blocked` | the list as JSON; if longer than 500,000 bytes, the names of its parts |
/// | `/goku/blocked-parts/<id>-<n>` | part n of a long list: a piece of its JSON in gzip |
///
/// ```
/// {"version": 1, "blocks": [{"metric": "a.b", "prefix": true, "reason": "…", "since": 1700000000000}]}
/// {"version": 1, "parts": ["<id>-0", "<id>-1"]}
/// ```
///
/// A change writes new parts, replaces `/goku/blocked` if it is unchanged, and then removes the old
/// parts. Readers see either the old or the new list as a whole. Parts left behind by a process
/// that died in between are never referenced and do no harm.
@NullMarked
package goku.cluster.block;

import org.jspecify.annotations.NullMarked;
