/// The programs, one class each: installation, settings, start. All settings are the defaults,
/// except for the address, the interval, and those that a program does not start without.
@NullMarked
package goku.integration.programs.sender;

import org.jspecify.annotations.NullMarked;
