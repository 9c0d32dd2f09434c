/// The commands `goku cluster drain` and `undrain`.
@NullMarked
package goku.standalone.drain;

import org.jspecify.annotations.NullMarked;
