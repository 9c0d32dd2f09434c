package goku.objectstore;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class UnsplitEndTest {
  /// The size of the SDK's buffer, by which bodies are copied.
  private static final int BUFFER_BYTES = 1 << 12;

  private static final int EMPTY_CHUNK_BYTES = 100;
  private static final int PUTS = 100;
  private static final Pattern LENGTH = Pattern.compile("\r\nContent-Length: (\\d+)\r\n");

  @Property
  void theLastReadGetsTheWholeEnd(
      @ForAll @IntRange(min = 1, max = 20_000) int length,
      @ForAll @IntRange(min = 1, max = 100) int piece)
      throws IOException {
    byte[] content = content(length);
    var copy = new ByteArrayOutputStream();
    int last = 0;
    try (InputStream body = body(content, piece)) {
      copy.write(body.read());
      byte[] buffer = new byte[BUFFER_BYTES];
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        copy.write(buffer, 0, read);
        last = read;
      }
      assertThat(body.read()).isEqualTo(-1);
    }
    assertThat(copy.toByteArray()).isEqualTo(content);
    assertThat(last).isGreaterThanOrEqualTo(Math.min(length - 1, UnsplitEnd.END_BYTES));
  }

  @Property
  void buffersOfAnySizeGetTheContent(
      @ForAll @IntRange(max = 5_000) int length, @ForAll @IntRange(min = 1, max = 2_000) int size)
      throws IOException {
    byte[] content = content(length);
    var copy = new ByteArrayOutputStream();
    try (InputStream body = body(content, BUFFER_BYTES)) {
      byte[] buffer = new byte[size];
      for (int read = body.read(buffer); read >= 0; read = body.read(buffer)) {
        copy.write(buffer, 0, read);
      }
    }
    assertThat(copy.toByteArray()).isEqualTo(content);
  }

  @Test
  void thePutOfAnObjectDoesNotSendItsLastChunkAlone() throws Exception {
    try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var threads = Executors.newVirtualThreadPerTaskExecutor();
        var store =
            new S3ObjectStore(
                new ObjectStoreConfig(
                    "http://127.0.0.1:" + server.getLocalPort(),
                    "us-east-1",
                    "key",
                    "secret",
                    true),
                new SimpleMeterRegistry())) {
      Future<Integer> split = threads.submit(() -> splitEnds(server));
      for (int n = 0; n < PUTS; n++) {
        store.put("goku", "a/b", new byte[8]);
      }
      assertThat(split.get()).isZero();
    }
  }

  /// Answers puts and returns the number of those whose empty chunk came on its own.
  private static int splitEnds(ServerSocket server) throws IOException {
    int split = 0;
    try (Socket client = server.accept()) {
      for (int n = 0; n < PUTS; n++) {
        split += lastRead(client.getInputStream()) <= EMPTY_CHUNK_BYTES ? 1 : 0;
        client
            .getOutputStream()
            .write(
                "HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 0\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
      }
    }
    return split;
  }

  /// Reads a request and returns the bytes that its last read got.
  private static int lastRead(InputStream in) throws IOException {
    var request = new StringBuilder();
    byte[] buffer = new byte[1 << 16];
    while (true) {
      int read = in.read(buffer);
      request.append(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
      int head = request.indexOf("\r\n\r\n");
      Matcher length = LENGTH.matcher(request);
      if (head >= 0
          && length.find()
          && request.length() == head + 4 + Integer.parseInt(length.group(1))) {
        return read;
      }
    }
  }

  private static InputStream body(byte[] content, int piece) {
    return new UnsplitEnd.Body(
        new ByteArrayInputStream(content) {
          @Override
          public synchronized int read(byte[] buffer, int offset, int length) {
            return super.read(buffer, offset, Math.min(length, piece));
          }

          @Override
          public int readNBytes(byte[] buffer, int offset, int length) {
            int total = 0;
            for (int read = 0; read >= 0 && total < length; total += Math.max(read, 0)) {
              read = read(buffer, offset + total, length - total);
            }
            return total;
          }
        },
        content.length);
  }

  private static byte[] content(int length) {
    byte[] content = new byte[length];
    new Random(length).nextBytes(content);
    return content;
  }
}
