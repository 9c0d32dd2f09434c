/// What commands that ask a running process have in common.
@NullMarked
package goku.standalone.client;

import org.jspecify.annotations.NullMarked;
