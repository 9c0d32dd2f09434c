/// What a namespaces file says while Goku runs: changes under load, and pre-aggregation.
@NullMarked
package goku.integration.namespaces;

import org.jspecify.annotations.NullMarked;
