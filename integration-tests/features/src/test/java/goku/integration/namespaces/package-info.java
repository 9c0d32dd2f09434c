/// Tests of namespaces files in a running Goku: changes under load, and pre-aggregation.
@NullMarked
package goku.integration.namespaces;

import org.jspecify.annotations.NullMarked;
