package goku.objectstore;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import software.amazon.awssdk.http.ContentStreamProvider;
import software.amazon.awssdk.http.ExecutableHttpRequest;
import software.amazon.awssdk.http.Header;
import software.amazon.awssdk.http.HttpExecuteRequest;
import software.amazon.awssdk.http.SdkHttpClient;

/// An HTTP client that sends the last kilobyte of a request in one piece.
///
/// Over plain HTTP the SDK signs a body in chunks and ends it with an empty one. S3Proxy answers
/// when it has all bytes of the object and does not wait for the empty chunk. Unless that chunk has
/// come by then, S3Proxy closes the connection after its answer. The JDK's client writes the empty
/// chunk on its own, so on a busy machine the answer may overtake the chunk. The write then fails
/// although the object is stored, or the closed connection is kept for the next put, which fails.
/// Thread-safe as the client is.
record UnsplitEnd(SdkHttpClient client) implements SdkHttpClient {
  /// The length of the unsplit end: more than the empty chunk with its signature and checksums,
  /// less than the buffer that the client copies with.
  static final int END_BYTES = 1 << 10;

  @Override
  public ExecutableHttpRequest prepareRequest(HttpExecuteRequest request) {
    ContentStreamProvider body = request.contentStreamProvider().orElse(null);
    Long length =
        request
            .httpRequest()
            .firstMatchingHeader(Header.CONTENT_LENGTH)
            .map(Long::valueOf)
            .orElse(null);
    if (body == null || length == null) {
      return client.prepareRequest(request);
    }
    HttpExecuteRequest.Builder unsplit =
        HttpExecuteRequest.builder()
            .request(request.httpRequest())
            .contentStreamProvider(() -> new Body(body.newStream(), length));
    request.metricCollector().ifPresent(unsplit::metricCollector);
    return client.prepareRequest(unsplit.build());
  }

  @Override
  public String clientName() {
    return client.clientName();
  }

  @Override
  public void close() {
    client.close();
  }

  /// A stream that fills the buffers of its reader, except the last but one if the rest would be
  /// too short.
  static final class Body extends FilterInputStream {
    private long left;

    Body(InputStream body, long length) {
      super(body);
      this.left = length;
    }

    @Override
    public int read() throws IOException {
      int read = super.read();
      left -= read < 0 ? 0 : 1;
      return read;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
      boolean splits = left > length && left - length < END_BYTES && length > END_BYTES;
      int read = in.readNBytes(buffer, offset, splits ? length - END_BYTES : length);
      left -= read;
      return read == 0 && length > 0 ? -1 : read;
    }
  }
}
