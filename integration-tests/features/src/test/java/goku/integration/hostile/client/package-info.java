/// Sockets and bytes of hostile clients.
@NullMarked
package goku.integration.hostile.client;

import org.jspecify.annotations.NullMarked;
