package goku.rpc.grpc;

import goku.file.FileWatch;
import goku.file.KeyPairFiles;
import io.grpc.ChannelCredentials;
import io.grpc.InsecureChannelCredentials;
import io.grpc.InsecureServerCredentials;
import io.grpc.ServerCredentials;
import io.grpc.TlsChannelCredentials;
import io.grpc.TlsServerCredentials;
import io.grpc.util.AdvancedTlsX509KeyManager;
import io.grpc.util.AdvancedTlsX509TrustManager;
import io.grpc.util.AdvancedTlsX509TrustManager.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The TLS credentials of one side, reloaded when their files change, until closed. New connections
/// use the new content. Unusable content is logged, and the old content stays in use. Thread-safe.
final class RpcCredentials implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(RpcCredentials.class);

  private final RpcTls files;
  private final AdvancedTlsX509KeyManager identity = new AdvancedTlsX509KeyManager();
  private final AdvancedTlsX509TrustManager trust;
  private final List<FileWatch> watches = new ArrayList<>();

  /// @param verification the verification of the other side
  /// @throws IllegalArgumentException if the files are unusable
  private RpcCredentials(RpcTls files, Verification verification) {
    this.files = files;
    try {
      trust = AdvancedTlsX509TrustManager.newBuilder().setVerification(verification).build();
      if (files.isSet()) {
        load();
        Stream.of(files.certificate(), files.key(), files.ca())
            .forEach(file -> watches.add(new FileWatch(file, new Reload(file))));
        load(); // the files may have changed between the two reads
        watches.forEach(FileWatch::start);
      }
    } catch (IOException | GeneralSecurityException e) {
      throw files.unusable(e);
    }
  }

  /// Returns the credentials of a node, which verifies roots by certificate but not by name.
  static RpcCredentials ofServer(RpcTls files) {
    return new RpcCredentials(files, Verification.CERTIFICATE_ONLY_VERIFICATION);
  }

  /// Returns the credentials of a root, which verifies nodes by certificate and name.
  static RpcCredentials ofClient(RpcTls files) {
    return new RpcCredentials(files, Verification.CERTIFICATE_AND_HOST_NAME_VERIFICATION);
  }

  ServerCredentials server() {
    return files.isSet()
        ? TlsServerCredentials.newBuilder()
            .keyManager(identity)
            .trustManager(trust)
            .clientAuth(TlsServerCredentials.ClientAuth.REQUIRE)
            .build()
        : InsecureServerCredentials.create();
  }

  ChannelCredentials client() {
    return files.isSet()
        ? TlsChannelCredentials.newBuilder().keyManager(identity).trustManager(trust).build()
        : InsecureChannelCredentials.create();
  }

  private void load() throws IOException, GeneralSecurityException {
    try {
      KeyPairFiles.requirePair(files.certificate(), files.key());
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException(e.getMessage(), e);
    }
    identity.updateIdentityCredentials(files.certificate().toFile(), files.key().toFile());
    trust.updateTrustCredentials(files.ca().toFile());
  }

  @Override
  public void close() {
    watches.forEach(FileWatch::close);
  }

  private final class Reload implements FileWatch.Listener {
    private final Path file;

    Reload(Path file) {
      this.file = file;
    }

    @Override
    public void changed(byte[] content) {
      try {
        load();
        LOG.info("TLS file between nodes reloaded file={}", file);
      } catch (IOException | GeneralSecurityException e) {
        LOG.error(
            "TLS file between nodes not usable, keeping its old content file={} cause={}",
            file,
            e.getMessage());
      }
    }
  }
}
