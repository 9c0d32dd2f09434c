package goku.model;

import static org.assertj.core.api.Assertions.assertThat;

import goku.testkit.namespace.NamespaceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CurrentNamespacesTest {
  private static final Namespace KEPT = namespace("kept", true, 1);
  private static final Namespace GONE = namespace("gone", false, 1);
  private static final Namespace CHANGED = namespace("kept", true, 2);

  private final Live<Namespaces> live = new Live<>(new Namespaces(List.of(KEPT, GONE)));
  private final CurrentNamespaces current = new CurrentNamespaces(live);

  private static Namespace namespace(String name, boolean isDefault, int days) {
    return NamespaceBuilder.namespace(name)
        .isDefault(isDefault)
        .memoryTtl(Duration.ofDays(days))
        .kafkaTopic(name)
        .s3Bucket("bucket-" + name)
        .build();
  }

  @Test
  void namespacesAreFoundAsTheyAreNow() {
    assertThat(current.find("kept")).contains(KEPT);
    assertThat(current.s3Buckets()).containsExactlyInAnyOrder("bucket-kept", "bucket-gone");
    live.replace(new Namespaces(List.of(CHANGED)));
    assertThat(current.all().all()).containsExactly(CHANGED);
    assertThat(current.find("kept")).contains(CHANGED);
    assertThat(current.find("gone")).isEmpty();
    assertThat(current.s3Buckets()).containsExactly("bucket-kept");
  }

  @Test
  void followerOfARemovedNamespaceKeepsItAsItWas() {
    Supplier<Namespace> kept = current.following(KEPT);
    Supplier<Namespace> gone = current.following(GONE);
    live.replace(new Namespaces(List.of(CHANGED)));
    assertThat(kept.get()).isEqualTo(CHANGED);
    assertThat(gone.get()).isEqualTo(GONE);
  }
}
