package goku.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/// The image starts the program as the launcher does, and as whom the chart says.
class ImageTest {
  private static final Path TOP = Path.of("..");
  private static final Pattern FLAG = Pattern.compile("(--?[a-zA-Z][^ \\\\]*)");

  @Test
  void theFlagsOfTheJvmAreThoseOfTheLauncher() throws Exception {
    assertThat(texts("jvmFlag")).containsExactlyElementsOf(flagsOfLauncher());
  }

  @Test
  void theUserIsTheOneOfThePods() throws Exception {
    var pod = Chart.OURS.render(Chart.valuesFile("minimal")).pods().values().iterator().next();
    var security = pod.getSpec().getSecurityContext();

    assertThat(texts("user"))
        .containsExactly(security.getRunAsUser() + ":" + security.getRunAsGroup());
  }

  @Test
  void theChartIsForTheVersionOfTheProgram() throws Exception {
    String chart = Files.readString(Chart.OURS.directory().resolve("Chart.yaml"));
    String version = texts("version").getFirst();

    assertThat(chart).contains("appVersion: " + version + "\n");
  }

  /// Those that do not depend on the machine.
  private static List<String> flagsOfLauncher() throws IOException {
    String launcher = Files.readString(TOP.resolve("goku"));
    String start = launcher.substring(launcher.lastIndexOf("exec "));
    return FLAG.matcher(start.replace("\"$jdk/bin/java\"", "").replaceAll("\\S*\\$\\S*", ""))
        .results()
        .map(match -> match.group(1))
        .toList();
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
