/// The commands `goku namespaces`: check a file, put it in force in a cluster, and remove a
/// namespace with its data.
@NullMarked
package goku.standalone.namespaces;

import org.jspecify.annotations.NullMarked;
