package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/// The image starts the program as the launcher does, and as whom the chart says.
class ImageTest {
  private static final Path TOP = Path.of("..");

  @Test
  void theImageAndTheLauncherReadTheFlagsOfTheJvmFromOneFile() throws Exception {
    String directory = "src/main/jvm";
    assertThat(texts("from")).contains(directory);
    String file = texts("into").getFirst() + "/jvm.options";

    assertThat(TOP.resolve("goku-standalone").resolve(directory).resolve("jvm.options"))
        .isRegularFile();
    assertThat(texts("jvmFlag")).containsExactly("@" + file);
    assertThat(Files.readString(TOP.resolve("goku")))
        .contains("options=$home/goku-standalone/" + directory + "/jvm.options\n");
  }

  @Test
  void theImageHasTheCommand() throws Exception {
    Path command = TOP.resolve("goku-standalone/src/main/image/goku");

    assertThat(command).isExecutable();
    assertThat(texts("from")).contains("src/main/image");
    assertThat(texts("into").get(1) + "/goku").isEqualTo(texts("file").getFirst());
    assertThat(texts("mainClass")).allMatch(Files.readString(command)::contains);
  }

  @Test
  void theUserIsTheOneOfThePods() throws Exception {
    var pod = Chart.OURS.render(Chart.valuesFile("minimal")).pods().values().iterator().next();
    var security = pod.getSpec().getSecurityContext();

    assertThat(texts("user"))
        .containsExactly(security.getRunAsUser() + ":" + security.getRunAsGroup());
  }

  @Test
  void aRegistryIsThePrefixOfTheRepository() {
    assertThat(image("image: {registry: 'registry.example:5000/mirror', tag: '1.2'}"))
        .isEqualTo("registry.example:5000/mirror/goku:1.2");
    assertThat(image("image: {repository: registry.example/goku, tag: '1.2'}"))
        .isEqualTo("registry.example/goku:1.2");
    String digest = "sha256:" + "0f".repeat(32);
    assertThat(image("image: {registry: registry.example, digest: '%s'}".formatted(digest)))
        .isEqualTo("registry.example/goku@" + digest);
  }

  private static String image(String values) {
    var pod = Chart.rendered("minimal", values).pods().values().iterator().next();
    return pod.getSpec().getContainers().getFirst().getImage();
  }

  @Test
  void theChartIsForTheVersionOfTheProgram() throws Exception {
    String chart = Files.readString(Chart.OURS.directory().resolve("Chart.yaml"));
    String version = texts("version").getFirst();

    assertThat(chart).contains("appVersion: " + version + "\n");
  }

  private static List<String> texts(String element) throws Exception {
    Document pom =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(TOP.resolve("goku-standalone/pom.xml").toFile());
    var found = pom.getElementsByTagName(element);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }
}
