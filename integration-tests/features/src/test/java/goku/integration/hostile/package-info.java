/// A standalone process under attack by many kinds of clients, beside a client that writes and
/// reads as usual.
@NullMarked
package goku.integration.hostile;

import org.jspecify.annotations.NullMarked;
