/// `/api/uid`: identifiers of names. They are hashes of the names, so nothing is assigned or kept.
@NullMarked
package goku.root.opentsdb.uid;

import org.jspecify.annotations.NullMarked;
