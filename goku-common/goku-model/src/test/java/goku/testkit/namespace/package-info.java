/// Namespaces for tests.
@NullMarked
package goku.testkit.namespace;

import org.jspecify.annotations.NullMarked;
