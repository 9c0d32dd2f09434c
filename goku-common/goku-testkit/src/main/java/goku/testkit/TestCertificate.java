package goku.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A self-signed certificate for localhost as PEM, made by the JDK's keytool.
public record TestCertificate(Path chain, Path key, SSLContext trusting) {
  private static final String PASSWORD = "changeit";

  public static TestCertificate in(Path directory) throws Exception {
    Path file = directory.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-alias",
                "goku",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .inheritIO()
            .start();
    if (keytool.waitFor() != 0) {
      throw new IllegalStateException("keytool failed with " + keytool.exitValue());
    }
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      store.load(in, PASSWORD.toCharArray());
    }
    byte[] chain = store.getCertificate("goku").getEncoded();
    byte[] key = store.getKey("goku", PASSWORD.toCharArray()).getEncoded();
    return new TestCertificate(
        pem(directory.resolve("chain.pem"), "CERTIFICATE", chain),
        pem(directory.resolve("key.pem"), "PRIVATE KEY", key),
        trusting(store));
  }

  private static Path pem(Path file, String kind, byte[] bytes) throws Exception {
    String base64 = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(bytes);
    return Files.writeString(
        file, "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(kind, base64, kind));
  }

  private static SSLContext trusting(KeyStore store) throws Exception {
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry("goku", store.getCertificate("goku"));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
