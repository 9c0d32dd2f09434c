/// The endpoint `/api/uid/assign`: identifiers of names, which are hashes, so that nothing is
/// stored.
@NullMarked
package goku.root.opentsdb.uid;

import org.jspecify.annotations.NullMarked;
