/// A small HTTP/1.1 and line-protocol server on Netty, independent of OpenTSDB.
@NullMarked
package goku.http;

import org.jspecify.annotations.NullMarked;
