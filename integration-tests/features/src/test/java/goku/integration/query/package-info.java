/// Random queries over random data: the product has to answer as the reference does, however the
/// data are spread over shards, nodes and namespaces.
@NullMarked
package goku.integration.query;

import org.jspecify.annotations.NullMarked;
