package goku.config;

import static org.assertj.core.api.Assertions.assertThat;

import goku.model.Namespace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemovedMarkTest {
  private static final String PLACE =
      "backfill: 2h, memory-ttl: 1d, kafka-topic: %s, s3: {bucket: bucket-%s}, shard-groups: 1,"
          + " shards-per-group: 1";

  private static final String ONE =
      "{name: one, default: true, " + PLACE.formatted("one", "one") + "}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        // a block
        "namespaces:\n  - %1$s\n  # of the ads team\n  - name: two\n    %2$s\n",
        // its name is not the first key
        "namespaces:\n  - %1$s\n  - memory-ttl: 1d\n    name: two\n    %3$s\n",
        // the entry begins below its dash
        "namespaces:\n- %1$s\n-\n  name: two\n  %4$s",
        // a map on one line
        "namespaces: [%1$s, {name: two, %5$s}]",
        // with Windows line ends
        "namespaces:\r\n  - %1$s\r\n  - {name: two, %5$s}\r\n",
      })
  void theEntryIsMarkedAndTheRestStays(String form) {
    String place = PLACE.formatted("two", "two");
    String lines = place.replace(", ", "\n    ");
    String yaml =
        form.formatted(
            ONE,
            lines,
            lines.replace("memory-ttl: 1d\n    ", ""),
            lines.replace("\n  ", "\n"),
            place);
    String marked = RemovedMark.add(yaml, "two").orElseThrow();
    var namespaces = NamespacesFile.parse(marked, "n.yaml");
    assertThat(namespaces.all()).extracting(Namespace::name).containsExactly("one");
    assertThat(namespaces.removed()).extracting(Namespace::name).containsExactly("two");
    assertThat(marked.replaceFirst("removed: true(, |\n *)", "")).isEqualTo(yaml);
  }

  @Test
  void aTextWithoutTheNamespaceHasNothingToMark() {
    String yaml = "namespaces: [{name: one, pre-aggregate: [{name: two}], s3: {name: two}}]";
    assertThat(RemovedMark.add(yaml, "two")).isEmpty();
  }
}
