package goku.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileWatchTest {
  @TempDir private Path directory;
  private final List<String> told = new ArrayList<>();
  private boolean failing;
  private Path file;
  private FileWatch watch;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("n.yaml"), "first");
    watch = new FileWatch(file, new Told());
  }

  @Test
  void contentIsReportedWhenTwoReadsFoundIt() throws IOException {
    watch.look();
    Files.writeString(file, "half");
    watch.look();
    Files.writeString(file, "half and the other");
    watch.look();
    assertThat(told).isEmpty();
    watch.look();
    watch.look();
    assertThat(told).containsExactly("half and the other");
    assertThat(watch.content()).asString(UTF_8).isEqualTo("half and the other");
  }

  @Test
  void contentStaysInForceWhenTheFileVanishes() throws IOException {
    Files.delete(file);
    watch.look();
    watch.look();
    assertThat(told).containsExactly("unreadable");
    assertThat(watch.content()).asString(UTF_8).isEqualTo("first");
    Files.writeString(file, "first");
    watch.look();
    watch.look();
    assertThat(told).containsExactly("unreadable");
    Files.delete(file);
    watch.look();
    assertThat(told).containsExactly("unreadable", "unreadable");
  }

  @Test
  void aFileThatIsReplacedByAnotherIsFollowed() throws IOException {
    Path other = Files.writeString(directory.resolve("other"), "second");
    Files.delete(file);
    Files.createSymbolicLink(file, other);
    watch.look();
    watch.look();
    assertThat(told).containsExactly("second");
  }

  @Test
  void contentThatCouldNotBeAppliedIsReportedAgain() throws IOException {
    failing = true;
    Files.writeString(file, "second");
    watch.look();
    watch.look();
    assertThat(told).isEmpty();
    failing = false;
    watch.look();
    assertThat(told).containsExactly("second");
  }

  private final class Told implements FileWatch.Listener {
    @Override
    public void changed(byte[] content) {
      if (failing) {
        throw new IllegalStateException("no ZooKeeper");
      }
      told.add(new String(content, UTF_8));
    }

    @Override
    public void unreadable(IOException why) {
      told.add("unreadable");
    }
  }
}
