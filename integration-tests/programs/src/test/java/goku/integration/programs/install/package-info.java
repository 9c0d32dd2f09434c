/// The installation of programs from package registries, each in a folder below `target`.
@NullMarked
package goku.integration.programs.install;

import org.jspecify.annotations.NullMarked;
