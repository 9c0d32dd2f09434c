package goku.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// A property test of long prefixes that share their first nodes and differ in their tails.
class PrefixTreePropertyTest {
  private static final int TIMES = 4;

  /// A claim on a prefix from a time on. Its value in the tree is its position in the list.
  record Claim(String prefix, long sinceMillis) {}

  @Property(tries = 3_000)
  void longestPrefixWithAClaimThatHasBegunIsFound(
      @ForAll("claims") List<Claim> claims,
      @ForAll("words") String name,
      @ForAll("words") String following,
      @ForAll @IntRange(max = TIMES) int nowMillis) {
    PrefixTree tree = tree(claims);
    assertThat(tree.find(bytes(name, following), name.length(), nowMillis))
        .isEqualTo(expected(claims, name, nowMillis));
  }

  @Property(tries = 3_000)
  void everyClaimOnAPrefixOfTheNameIsPassed(
      @ForAll("claims") List<Claim> claims,
      @ForAll("words") String name,
      @ForAll("words") String following) {
    List<Long> begins = new ArrayList<>();
    tree(claims).forEachSince(bytes(name, following), name.length(), begins::add);
    assertThat(begins)
        .containsExactlyInAnyOrderElementsOf(
            claims.stream()
                .filter(claim -> name.startsWith(claim.prefix()))
                .map(Claim::sinceMillis)
                .toList());
  }

  private static PrefixTree tree(List<Claim> claims) {
    var builder = new PrefixTreeBuilder();
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      builder.add(new MetricPrefix(claim.prefix(), Instant.ofEpochMilli(claim.sinceMillis())), i);
    }
    return builder.build();
  }

  /// Returns the bytes of the name with others after its end, as in the name of a series.
  private static byte[] bytes(String name, String following) {
    return (name + following).getBytes(UTF_8);
  }

  private static int expected(List<Claim> claims, String name, long nowMillis) {
    int best = PrefixTree.NONE;
    for (int i = 0; i < claims.size(); i++) {
      Claim claim = claims.get(i);
      if (claim.sinceMillis() <= nowMillis
          && name.startsWith(claim.prefix())
          && (best == PrefixTree.NONE || precedes(claim, claims.get(best)))) {
        best = i;
      }
    }
    return best;
  }

  private static boolean precedes(Claim claim, Claim other) {
    int longer = Integer.compare(claim.prefix().length(), other.prefix().length());
    return longer > 0 || (longer == 0 && claim.sinceMillis() > other.sinceMillis());
  }

  @Provide
  Arbitrary<List<Claim>> claims() {
    return Combinators.combine(words(), Arbitraries.longs().between(0, TIMES))
        .as(Claim::new)
        .list()
        .ofMaxSize(8);
  }

  @Provide
  Arbitrary<String> words() {
    return Arbitraries.of("aaaaaaaa", "aaaa", "aaab", "a", "b")
        .list()
        .ofMaxSize(6)
        .map(parts -> String.join("", parts));
  }
}
