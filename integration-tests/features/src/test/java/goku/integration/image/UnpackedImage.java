package goku.integration.image;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import goku.integration.fixture.GokuProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/// The image of the build, unpacked into a root file system. Commands run in it as in a container,
/// which needs the rights of root.
final class UnpackedImage {
  private static final Path TAR =
      GokuProcess.checkout().resolve("goku-standalone/target/jib-image.tar");
  private static final JsonMapper MAPPER = new JsonMapper();

  private final Path script;
  private final Path root;
  private final Path volume;
  private final JsonNode config;

  /// Returns whether the image was built and can run here.
  static boolean isPossible() {
    return Files.exists(TAR)
        && "root".equals(System.getProperty("user.name"))
        && Files.isExecutable(Path.of("/usr/bin/unshare"));
  }

  UnpackedImage(Path directory) throws IOException, InterruptedException {
    Path tar = Files.createDirectory(directory.resolve("tar"));
    root = Files.createDirectory(directory.resolve("root"));
    volume = Files.createDirectory(directory.resolve("data"));
    Files.setPosixFilePermissions(volume, PosixFilePermissions.fromString("rwxrwxrwx"));
    script = directory.resolve("container.sh");
    try (var content = UnpackedImage.class.getResourceAsStream("container.sh")) {
      assertThat(content).isNotNull();
      Files.copy(content, script);
    }
    run("tar", "--extract", "--file=" + TAR, "--directory=" + tar);
    JsonNode manifest = MAPPER.readTree(tar.resolve("manifest.json").toFile()).get(0);
    for (JsonNode layer : manifest.get("Layers")) {
      run(
          "tar",
          "--extract",
          "--gzip",
          "--warning=no-unknown-keyword",
          "--file=" + tar.resolve(layer.asText()),
          "--directory=" + root);
    }
    config = MAPPER.readTree(tar.resolve(manifest.get("Config").asText()).toFile());
    for (String mount : List.of("proc", "sys", "tmp", "data")) {
      Files.createDirectories(root.resolve(mount));
    }
  }

  /// Returns the description of the image.
  JsonNode config() {
    return config;
  }

  List<Path> jars() throws IOException {
    try (Stream<Path> files = Files.list(root.resolve("app/libs"))) {
      return files.toList();
    }
  }

  /// Starts the entry point with these arguments. The output goes to a file.
  Process start(Path output, Map<String, String> environment, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    config.at("/config/Entrypoint").forEach(part -> command.add(part.asText()));
    command.addAll(List.of(arguments));
    return container(output, environment, command);
  }

  /// Starts a command of the image.
  Process container(Path output, Map<String, String> environment, List<String> command)
      throws IOException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "/usr/bin/unshare",
                "--mount",
                "--pid",
                "--fork",
                "--kill-child",
                "/bin/sh",
                script.toString(),
                root.toString(),
                volume.toString()));
    all.addAll(command);
    var builder = new ProcessBuilder(all);
    builder.environment().clear();
    config
        .at("/config/Env")
        .forEach(
            variable -> {
              String[] parts = variable.asText().split("=", 2);
              builder.environment().put(parts[0], parts[1]);
            });
    // the script's own commands, which the image does not have
    builder.environment().merge("PATH", ":/usr/bin:/usr/sbin:/sbin", String::concat);
    builder.environment().putAll(environment);
    return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
  }

  private static void run(String... command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).inheritIO().start();
    assertThat(process.waitFor()).as(String.join(" ", command)).isZero();
  }
}
