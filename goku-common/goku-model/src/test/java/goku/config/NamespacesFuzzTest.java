package goku.config;

import goku.testkit.fuzz.Fuzz;
import goku.testkit.fuzz.FuzzTarget;
import java.util.List;
import org.junit.jupiter.api.Test;

/// A fuzz test: every namespaces file is either read or rejected with its problems.
class NamespacesFuzzTest {
  static final class NamespacesFiles implements FuzzTarget {
    @Override
    public int inputs() {
      return 5_000;
    }

    @Override
    public List<byte[]> seeds() {
      return FuzzTarget.texts(
          """
          namespaces:
            - name: ns1
              default: true
              backfill: 2h
              memory-ttl: 1d
              disk:
                raw-ttl: 24d
                rollups:
                  - {interval: 15m, ttl: 80d}
                cold-after: 80d
                shard-groups: 1
                shards-per-group: 2
              kafka-topic: goku-ns1
              s3: {bucket: goku-ns1}
              shard-groups: 1
              shards-per-group: 4
            - name: ns2
              backfill: 1d
              memory-ttl: 2d
              kafka-topic: &t goku-ns2
              s3: {bucket: *t}
              shard-groups: 2
              shards-per-group: 2
              metrics:
                - {prefix: net., since: 1672560000}
          """);
    }

    @Override
    public void take(byte[] input) {
      NamespacesFile.parse(NamespacesFile.text(input, "fuzz.yaml"), "fuzz.yaml");
    }

    @Override
    public boolean isRefusal(Exception thrown) {
      return thrown instanceof ConfigProblems;
    }
  }

  @Test
  void namespacesFiles() throws Exception {
    Fuzz.run(NamespacesFiles.class);
  }
}
