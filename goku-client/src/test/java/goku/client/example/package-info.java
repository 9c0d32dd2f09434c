/// Programs to begin with.
@NullMarked
package goku.client.example;

import org.jspecify.annotations.NullMarked;
