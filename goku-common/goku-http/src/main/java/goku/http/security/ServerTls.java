package goku.http.security;

import goku.file.KeyPairFiles;
import goku.http.HttpSecurity;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.io.File;
import javax.net.ssl.SSLException;

/// A TLS configuration by certificate and key from files. Thread-safe.
public final class ServerTls {
  private final HttpSecurity files;
  private volatile SslContext context;

  /// Reads the files.
  ///
  /// @throws IllegalArgumentException if they cannot be used; the message names them
  public ServerTls(HttpSecurity files) {
    this.files = files;
    this.context = read();
  }

  /// Reads the files again, for later connections.
  ///
  /// @throws IllegalArgumentException if they cannot be used; the message names them, and the old
  ///   ones stay in force
  public void reload() {
    context = read();
  }

  /// Returns the handler that decrypts and encrypts a connection.
  public ChannelHandler handler(ByteBufAllocator allocator) {
    return context.newHandler(allocator);
  }

  private SslContext read() {
    File certificate = files.tlsCertificate().toFile();
    File key = files.tlsKey().toFile();
    try {
      KeyPairFiles.requirePair(files.tlsCertificate(), files.tlsKey());
      return SslContextBuilder.forServer(certificate, key).sslProvider(SslProvider.JDK).build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new IllegalArgumentException(
          ("cannot use tls-certificate %s with tls-key %s (%s): both must be PEM, and the key"
                  + " PKCS#8 without a password, as openssl pkcs8 -topk8 -nocrypt makes it")
              .formatted(certificate, key, e.getMessage()),
          e);
    }
  }
}
