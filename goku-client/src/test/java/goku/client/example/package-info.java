/// Example programs.
@NullMarked
package goku.client.example;

import org.jspecify.annotations.NullMarked;
