/// A small HTTP/1.1 and line-protocol server on Netty that knows nothing of OpenTSDB.
@NullMarked
package goku.http;

import org.jspecify.annotations.NullMarked;
