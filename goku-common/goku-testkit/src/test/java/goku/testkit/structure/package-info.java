/// Tests of the structure of the whole repository, read from its sources.
@NullMarked
package goku.testkit.structure;

import org.jspecify.annotations.NullMarked;
