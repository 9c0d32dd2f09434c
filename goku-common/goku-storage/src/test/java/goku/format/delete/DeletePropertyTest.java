package goku.format.delete;

import static org.assertj.core.api.Assertions.assertThat;

import goku.format.FormatException;
import goku.model.TagFilter;
import goku.model.TimeRange;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class DeletePropertyTest {
  @Property(tries = 300)
  void readsWhatWasWritten(@ForAll("deletes") DeleteRecord delete) {
    assertThat(DeleteReader.read(DeleteWriter.write(delete))).isEqualTo(delete);
  }

  @Property(tries = 1000)
  void aFlippedByteNeverEndsInAnotherError(@ForAll int where, @ForAll byte flip) {
    byte[] bytes = DeleteWriter.write(DeleteTest.SAMPLE);
    bytes[Math.floorMod(where, bytes.length)] ^= flip;
    try {
      // the log has checksums, so the record has none, and the result may differ
      assertThat(DeleteReader.read(bytes)).isNotNull();
    } catch (FormatException expected) {
      assertThat(expected).hasMessageContaining("wanted");
    }
  }

  @Provide
  Arbitrary<DeleteRecord> deletes() {
    Arbitrary<Set<String>> values = Arbitraries.strings().alpha().set().ofMaxSize(20);
    Arbitrary<Boolean> flags = Arbitraries.of(true, false);
    Arbitrary<TagFilter> literals =
        Combinators.combine(Arbitraries.strings().numeric(), values, flags, flags)
            .as(
                (key, names, ignoreCase, negated) ->
                    new TagFilter.LiteralOr(key, names, ignoreCase, negated, false));
    Arbitrary<TagFilter> others =
        Arbitraries.of(new TagFilter.AnyValue("host", false), new TagFilter.NotKey("ü"));
    return Combinators.combine(
            Arbitraries.strings().ofMaxLength(300).filter(DeletePropertyTest::isText),
            Arbitraries.oneOf(literals, others).list().ofMaxSize(5),
            flags,
            Arbitraries.longs().set().ofMaxSize(3).injectNull(0.5),
            Arbitraries.longs(),
            Arbitraries.longs())
        .as(
            (metric, filters, explicit, hashes, a, b) ->
                new DeleteRecord(
                    metric,
                    filters,
                    explicit,
                    hashes,
                    new TimeRange(Math.min(a, b), Math.max(a, b))));
  }

  /// Returns whether the string has a UTF-8 form.
  private static boolean isText(String text) {
    return text.chars().noneMatch(c -> Character.isSurrogate((char) c));
  }
}
