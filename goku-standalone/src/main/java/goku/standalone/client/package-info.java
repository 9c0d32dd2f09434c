/// Options that are common to commands that call a running process.
@NullMarked
package goku.standalone.client;

import org.jspecify.annotations.NullMarked;
