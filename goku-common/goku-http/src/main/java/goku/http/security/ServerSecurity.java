package goku.http.security;

import goku.http.HttpSecurity;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The TLS and the users of a server, from files that are followed from `start` to `close`.
public final class ServerSecurity implements AutoCloseable {
  private final List<FollowedFile> files = new ArrayList<>();
  private final MeterRegistry registry;
  private final int mostChecks;
  private final @Nullable Authenticator authenticator;
  private final @Nullable ServerTls tls;

  /// Reads the files.
  ///
  /// @param maxRequests the limit of requests at a time. Only a part of them may wait for password
  ///   checks, because requests with tokens or known passwords must go on
  /// @throws IllegalArgumentException if one of them is invalid
  /// @throws java.io.UncheckedIOException if one of them cannot be read
  public ServerSecurity(HttpSecurity config, int maxRequests, MeterRegistry registry) {
    this.registry = registry;
    this.mostChecks = Math.max(1, maxRequests / 4);
    authenticator = config.hasUsers() ? users(config.authFile()) : null;
    tls = config.hasTls() ? tls(config) : null;
  }

  /// Returns the authenticator, or null without authentication.
  public @Nullable Authenticator authenticator() {
    return authenticator;
  }

  /// Returns TLS, or null without it.
  public @Nullable ServerTls tls() {
    return tls;
  }

  /// Starts following the files.
  public void start() {
    files.forEach(FollowedFile::start);
  }

  @Override
  public void close() {
    files.forEach(FollowedFile::close);
  }

  private Authenticator users(Path path) {
    var users = new Authenticator(path, mostChecks);
    FollowedFile file = follow("auth-file", path, content -> users.use(path, content));
    users.use(path, file.content()); // it may have changed between the two reads
    return users;
  }

  /// A certificate and a key that do not match, because only one was replaced, are rejected. With
  /// the other one both take force.
  private ServerTls tls(HttpSecurity config) {
    var read = new ServerTls(config);
    follow("tls-certificate", config.tlsCertificate(), content -> read.reload());
    follow("tls-key", config.tlsKey(), content -> read.reload());
    read.reload(); // as above
    return read;
  }

  private FollowedFile follow(String setting, Path path, FollowedFile.Use use) {
    var file = new FollowedFile(setting, path, use, registry);
    files.add(file);
    return file;
  }
}
