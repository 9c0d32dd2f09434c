package goku.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

class FileWatchTest {
  @TempDir private Path directory;
  private final List<String> told = new ArrayList<>();
  private final Logger logger = (Logger) LoggerFactory.getLogger(FileWatch.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private boolean failing;
  private Path file;
  private FileWatch watch;

  @BeforeEach
  void write() throws IOException {
    file = Files.writeString(directory.resolve("n.yaml"), "first");
    watch = new FileWatch(file, new Told());
    lines.start();
    logger.addAppender(lines);
  }

  @AfterEach
  void stopLog() {
    logger.detachAppender(lines);
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

  @Test
  void beginAndEndOfAnOutageAreLoggedOnce() throws IOException {
    Files.delete(file);
    watch.look();
    watch.look();
    Files.writeString(file, "first");
    watch.look();
    watch.look();
    assertThat(logged())
        .satisfiesExactly(
            begin -> assertThat(begin).startsWith("file read failure began file=" + file),
            end -> assertThat(end).startsWith("file read failure ended file=" + file));
  }

  @Test
  void beginAndEndOfAFailureToApplyAreLoggedOnce() throws IOException {
    failing = true;
    Files.writeString(file, "second");
    watch.look();
    watch.look();
    watch.look();
    failing = false;
    watch.look();
    watch.look();
    assertThat(logged())
        .satisfiesExactly(
            begin ->
                assertThat(begin)
                    .isEqualTo("file apply failure began file=%s cause=no ZooKeeper", file),
            end -> assertThat(end).startsWith("file apply failure ended file=" + file));
  }

  private List<String> logged() {
    return lines.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
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
