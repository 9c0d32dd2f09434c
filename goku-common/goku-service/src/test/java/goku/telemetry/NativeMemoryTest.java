package goku.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {
  @Test
  void whatTheJvmTellsIsReadByOwner() {
    String told =
        """
        Native Memory Tracking:

        Total: reserved=2934013305, committed=820907385
               malloc: 148000121 #497273, peak=174893639 #459784

        -                 Java Heap (reserved=1073741824, committed=452984832)
                                    (mmap: reserved=1073741824, committed=452984832, at peak)

        -        Shared class space (reserved=19049, committed=16573, readonly=0)
        -                 Metaspace (reserved=131497, committed=90793)
                                    (  Metadata:   )
                                    (    reserved=131072, committed=89920)
        """;
    assertThat(NativeMemory.owners(told))
        .containsOnly(
            entry("java-heap", 452_984_832),
            entry("shared-class-space", 16_573),
            entry("metaspace", 90_793));
  }

  @Test
  void aJvmThatDoesNotTrackHasNoOwners() {
    assertThat(NativeMemory.owners("Native memory tracking is not enabled\n")).isEmpty();
  }

  private static Map.Entry<String, Long> entry(String owner, long bytes) {
    return Map.entry(owner, bytes);
  }
}
