/// The list of blocked metrics of a deployment in ZooKeeper (section 9 of the Goku paper): read and
/// changed by roots, followed by every process.
///
/// | path | what |
/// | --- | --- |
/// | `/goku/blocked` | the list as JSON, or if that is longer than 500,000 bytes, where its parts are |
/// | `/goku/blocked-parts/<id>-<n>` | part n of a long list: a piece of its JSON in gzip |
///
/// ```
/// {"version": 1, "blocks": [{"metric": "a.b", "prefix": true, "reason": "…", "since": 1700000000000}]}
/// {"version": 1, "parts": ["<id>-0", "<id>-1"]}
/// ```
///
/// A change writes new parts, replaces `/goku/blocked` if it is still what the change was made of,
/// and removes the parts of before; who reads sees one list or the other as a whole. Parts that a
/// process left when it died in between are never named and do no harm.
@NullMarked
package goku.cluster.block;

import org.jspecify.annotations.NullMarked;
