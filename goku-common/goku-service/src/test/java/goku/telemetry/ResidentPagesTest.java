package goku.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResidentPagesTest {
  @TempDir private Path directory;

  @Test
  void mappingsThatBeginInTheRangeAreCounted() throws Exception {
    Path smaps = directory.resolve("smaps");
    Files.writeString(
        smaps,
        """
        bff00000-c0000000 rw-p 00000000 00:00 0
        Size:               1024 kB
        Rss:                1000 kB
        c0000000-d8800000 rw-p 00000000 00:00 0
        Size:             401408 kB
        Rss:              335472 kB
        Anonymous:        335472 kB
        ff800000-ff924000 rw-p 00000000 fe:00 247278    /usr/lib/jvm/lib/classes-nocoops.jsa
        Rss:                   8 kB
        VmFlags: rd wr mr mw me ac sd
        7f33fad15000-7f33fad17000 r--s 00000000 00:00 0
        Rss:                 500 kB
        """);
    assertThat(new ResidentPages(smaps).bytes(0xc0000000L, 0x100000000L))
        .hasValue((335_472 + 8) * 1024);
  }

  @Test
  void ofFilesWithTheSuffixWhatWasChangedIsCounted() throws Exception {
    Path smaps = directory.resolve("smaps");
    Files.writeString(
        smaps,
        """
        7f33f0000000-7f33f6c00000 rw-p 00000000 fe:00 247278    /goku/target/standalone.jsa
        Rss:              110836 kB
        Anonymous:         90852 kB
        7f33f7000000-7f33f7400000 rw-p 00000000 fe:00 247279    /usr/lib/jvm/lib/classes.jsa
        Rss:               15020 kB
        Anonymous:         11976 kB
        7f33f8000000-7f33f8400000 rw-p 00000000 fe:00 247280    /usr/lib/jvm/lib/libjvm.so
        Rss:               18968 kB
        Anonymous:          1112 kB
        """);
    assertThat(new ResidentPages(smaps).changedBytes(".jsa")).hasValue((90_852 + 11_976) * 1024);
  }

  @Test
  void aSystemThatDoesNotTellHasNoSuchNumber() {
    assertThat(new ResidentPages(directory.resolve("nothing")).bytes(0, 1)).isEmpty();
    assertThat(new ResidentPages(directory.resolve("nothing")).changedBytes(".jsa")).isEmpty();
  }
}
