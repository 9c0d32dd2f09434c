package goku.http.line;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import goku.budget.Account;
import goku.budget.HeapBudget;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
  private static final int LIMIT = 5;

  @Property(tries = 500)
  void givesTheSameLinesHoweverTheStreamIsCut(
      @ForAll("streams") String stream, @ForAll("cuts") List<Integer> cuts) {
    List<String> lines = new ArrayList<>();
    Account account = new HeapBudget(1000).open("client");
    LineSplitter splitter = new LineSplitter(LIMIT, new Collector(lines), account);
    int from = 0;
    for (int cut : cuts) {
      int to = Math.min(stream.length(), from + cut);
      splitter.feed(stream.substring(from, to).getBytes(ISO_8859_1));
      from = to;
    }
    splitter.feed((stream.substring(from) + "\n").getBytes(ISO_8859_1));
    assertThat(lines).isEqualTo(expected(stream));
    assertThat(splitter.unfinished()).isFalse();
    assertThat(account.bytes()).isBetween(0L, LIMIT + 1L);
  }

  @Test
  void theBeginningOfALongLineIsChargedUntilItsEnd() {
    Account account = new HeapBudget(100_000).open("client");
    LineSplitter splitter = new LineSplitter(50_000, new Collector(new ArrayList<>()), account);
    splitter.feed(new byte[40_000]);
    assertThat(account.bytes()).isEqualTo(40_000);
    splitter.feed(new byte[] {'\n'});
    assertThat(account.bytes()).isZero();
    splitter.feed(new byte[40_000]);
    splitter.feed(new byte[20_000]);
    assertThat(account.bytes()).as("too long").isZero();
  }

  private static List<String> expected(String stream) {
    List<String> lines = new ArrayList<>();
    for (String line : stream.split("\n", -1)) {
      String plain = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
      lines.add(plain.length() > LIMIT ? "too long" : plain);
    }
    return lines;
  }

  @Provide
  Arbitrary<String> streams() {
    return Arbitraries.strings().withChars("ab\r\n").ofMaxLength(60);
  }

  @Provide
  Arbitrary<List<Integer>> cuts() {
    return Arbitraries.integers().between(0, 12).list().ofMaxSize(10);
  }

  private record Collector(List<String> lines) implements LineSplitter.Lines {
    @Override
    public void line(byte[] bytes, int offset, int length) {
      lines.add(new String(bytes, offset, length, ISO_8859_1));
    }

    @Override
    public void tooLong() {
      lines.add("too long");
    }
  }
}
