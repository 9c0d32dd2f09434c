package goku.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import goku.integration.fixture.GokuProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DocumentLinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
  private static final Path CHECKOUT = GokuProcess.checkout();

  @Test
  void everyLinkToAFileLeadsToOne() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path document : documents()) {
      Matcher link = LINK.matcher(Files.readString(document));
      while (link.find()) {
        String target = link.group(1).replaceFirst("#.*", "");
        if (!target.contains("://") && !Files.exists(document.resolveSibling(target))) {
          broken.add(CHECKOUT.relativize(document) + ": " + link.group(1));
        }
      }
    }
    assertThat(broken).isEmpty();
  }

  @Test
  void theIndexNamesEveryDocument() throws IOException {
    String index = Files.readString(CHECKOUT.resolve("docs/README.md"));
    assertThat(documents())
        .extracting(document -> document.getFileName().toString())
        .filteredOn(name -> !name.endsWith("README.md"))
        .filteredOn(name -> !index.contains("(" + name + ")"))
        .as("documents that docs/README.md does not link to")
        .containsOnly("CONTRIBUTING.md", "CHANGELOG.md");
  }

  /// Returns the documents of the checkout and of `docs`.
  private static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    for (Path directory : List.of(CHECKOUT, CHECKOUT.resolve("docs"))) {
      try (Stream<Path> files = Files.list(directory)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(documents::add);
      }
    }
    return documents;
  }
}
