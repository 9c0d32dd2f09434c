package goku.root.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import goku.http.HttpError;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WrittenMetricsTest {
  private final Set<String> stored = new HashSet<>();
  private final List<String> asked = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong(-7);
  private boolean certain = true;
  private boolean available = true;
  private final WrittenMetrics written = new WrittenMetrics(this::unknown, nanos::get);

  private UnknownNames unknown(String metric) {
    asked.add(metric);
    if (!available) {
      throw new HttpError(503, "shard ns/1 is not available");
    }
    return new UnknownNames(stored.contains(metric) ? Set.of() : Set.of(metric), certain);
  }

  @Test
  void anAnswerCountsForSeconds() throws InterruptedException {
    assertThat(written.mayHave("a")).isFalse();
    stored.add("a");
    nanos.addAndGet(WrittenMetrics.FRESH.toNanos() - 1);
    assertThat(written.mayHave("a")).isFalse();
    assertThat(asked).hasSize(1);
    nanos.incrementAndGet();
    assertThat(written.mayHave("a")).isTrue();
    assertThat(written.mayHave("a")).isTrue();
    assertThat(written.mayHave("b")).isFalse();
    assertThat(asked).containsExactly("a", "a", "b");
  }

  @Test
  void anAnswerThatMayLackNamesProvesNothing() throws InterruptedException {
    certain = false;
    assertThat(written.mayHave("a")).isTrue();
    certain = true;
    assertThat(written.mayHave("a")).isFalse();
    certain = false;
    stored.add("b");
    assertThat(written.mayHave("b")).isTrue();
    assertThat(written.mayHave("b")).isTrue();
    assertThat(asked).containsExactly("a", "a", "b");
  }

  @Test
  void aFailedSearchIsLeftToTheQuery() throws InterruptedException {
    available = false;
    assertThat(written.mayHave("a")).isTrue();
    available = true;
    assertThat(written.mayHave("a")).isFalse();
  }

  @Test
  void fewAndShortNamesAreKept() throws InterruptedException {
    String tooLong = "a".repeat(WrittenMetrics.MOST_CHARS + 1);
    written.mayHave(tooLong);
    written.mayHave(tooLong);
    assertThat(asked).hasSize(2);
    for (int i = 0; i <= WrittenMetrics.MOST; i++) {
      written.mayHave("m" + i);
    }
    asked.clear();
    written.mayHave("m" + WrittenMetrics.MOST);
    assertThat(asked).isEmpty();
    written.mayHave("m0");
    assertThat(asked).containsExactly("m0");
  }
}
