package goku.integration.programs.recording;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/// The HTTP requests of one connection. A request that is not complete yet ends them.
final class HttpRequests {
  private static final byte[] BLANK_LINE = {'\r', '\n', '\r', '\n'};

  private final byte[] bytes;
  private final String text; // a char is a byte
  private int at;

  HttpRequests(byte[] bytes) {
    this.bytes = bytes;
    text = new String(bytes, ISO_8859_1);
  }

  /// A request.
  ///
  /// @param body put together from its chunks, and unzipped
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Request(String method, String path, byte[] body) {}

  void forEach(Consumer<Request> consumer) {
    int end = text.indexOf(new String(BLANK_LINE, ISO_8859_1), at);
    while (end >= 0) {
      String[] head = text.substring(at, end).split("\r\n");
      Map<String, String> headers = headers(head);
      at = end + BLANK_LINE.length;
      byte[] body = body(headers);
      if (body == null) {
        return;
      }
      String[] first = head[0].split(" ", -1);
      consumer.accept(new Request(first[0], first[1], unzipped(headers, body)));
      end = text.indexOf(new String(BLANK_LINE, ISO_8859_1), at);
    }
  }

  private static Map<String, String> headers(String[] head) {
    Map<String, String> headers = new HashMap<>();
    for (String line : Arrays.asList(head).subList(1, head.length)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return headers;
  }

  private byte @Nullable [] body(Map<String, String> headers) {
    if (headers.getOrDefault("transfer-encoding", "").equals("chunked")) {
      return chunks();
    }
    int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
    if (at + length > bytes.length) {
      return null;
    }
    at += length;
    return Arrays.copyOfRange(bytes, at - length, at);
  }

  private byte @Nullable [] chunks() {
    var body = new ByteArrayOutputStream();
    while (true) {
      int end = text.indexOf("\r\n", at);
      if (end < 0) {
        return null;
      }
      int size = Integer.parseInt(text.substring(at, end).split(";", 2)[0].strip(), 16);
      int next = end + 2 + size + 2;
      if (next > bytes.length) {
        return null;
      }
      body.write(bytes, end + 2, size);
      at = next;
      if (size == 0) {
        return body.toByteArray();
      }
    }
  }

  private static byte[] unzipped(Map<String, String> headers, byte[] body) {
    if (!headers.getOrDefault("content-encoding", "").equals("gzip") || body.length == 0) {
      return body;
    }
    try (var unzipped = new GZIPInputStream(new ByteArrayInputStream(body))) {
      return unzipped.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
