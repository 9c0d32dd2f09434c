package goku.http.connection;

import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import java.util.ArrayDeque;
import java.util.Map;

/// The queue of a client's pipelined requests. Event loop only.
final class Inbox {
  /// The limit of the queue: a few hundred small requests. Beyond it the socket is not read, so a
  /// client that leaves is noticed only when the answer is written.
  private static final int MOST_BYTES = 32 << 10;

  private final ArrayDeque<HttpObject> waiting = new ArrayDeque<>();
  private long bytes;

  void add(HttpObject message) {
    waiting.add(message);
    bytes += bytes(message);
  }

  HttpObject remove() {
    HttpObject message = waiting.remove();
    bytes -= bytes(message);
    return message;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  boolean hasRoom() {
    return bytes < MOST_BYTES;
  }

  private static long bytes(HttpObject message) {
    long size = 64; // the object itself
    if (message instanceof HttpRequest head) {
      size += head.uri().length();
      for (Map.Entry<String, String> header : head.headers()) {
        size += header.getKey().length() + header.getValue().length();
      }
    }
    return message instanceof HttpContent content ? size + content.content().readableBytes() : size;
  }
}
