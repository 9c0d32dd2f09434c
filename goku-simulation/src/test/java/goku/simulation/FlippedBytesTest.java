package goku.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import goku.simulation.Flip.Moment;
import goku.simulation.Flip.Part;
import goku.testkit.TestForm;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// One flipped byte of each kind of file and object of GokuS, the compactor and GokuL, and of their
/// names. The long form flips every byte.
class FlippedBytesTest {
  private static final int SHORT_FLIPS = 3;

  private final long seed = TestForm.seed();

  @Test
  void everyFlippedByteOfAnObjectIsFoundAndRepaired() {
    assertAllHeal(contents(FlipSimulation.objects(seed), Part.OBJECT));
  }

  @Test
  void everyFlippedByteOfAFileIsFoundAndRepaired() {
    assertAllHeal(contents(FlipSimulation.files(seed), Part.FILE));
  }

  @Test
  void everyFlippedByteOfAnObjectsNameIsFoundAndRepaired() {
    assertAllHeal(names(FlipSimulation.objects(seed), Part.OBJECT_NAME));
  }

  @Test
  void everyFlippedByteOfAFilesNameIsFoundAndRepaired() {
    assertAllHeal(names(FlipSimulation.files(seed), Part.FILE_NAME));
  }

  /// Runs all flips, or a sample of each kind in the short form.
  private void assertAllHeal(Map<String, List<Flip>> byKind) {
    var random = new Random(seed);
    List<String> failures = new ArrayList<>();
    byKind.forEach(
        (kind, flips) -> {
          Collections.shuffle(flips, random);
          int count = TestForm.isLong() ? flips.size() : Math.min(SHORT_FLIPS, flips.size());
          for (Flip flip : flips.subList(0, count)) {
            try {
              new FlipSimulation(seed).run(flip);
            } catch (Violation violation) {
              failures.add(String.valueOf(violation.getMessage()));
            }
          }
          System.out.printf("%s: %d of %d flips%n", kind, count, flips.size());
        });
    assertThat(failures).isEmpty();
  }

  private static Map<String, List<Flip>> contents(Map<String, Integer> sizes, Part of) {
    Map<String, List<Flip>> flips = new TreeMap<>();
    sizes.forEach(
        (place, size) -> {
          List<Flip> all = flips.computeIfAbsent(Flip.kind(place), _ -> new ArrayList<>());
          for (int offset = 0; offset < size; offset++) {
            all.add(new Flip(place, offset, 1 << offset % 8, of, moment(all.size())));
          }
        });
    return flips;
  }

  private static Map<String, List<Flip>> names(Map<String, Integer> sizes, Part of) {
    Map<String, List<Flip>> flips = new TreeMap<>();
    for (String place : sizes.keySet()) {
      List<Flip> all = flips.computeIfAbsent(Flip.kind(place), _ -> new ArrayList<>());
      for (int offset = 1; offset < place.length(); offset++) {
        var flip = new Flip(place, offset, 1, of, moment(all.size()));
        if (place.charAt(offset) != '/' && flip.changedName().charAt(offset) != '/') {
          all.add(flip);
        }
      }
    }
    return flips;
  }

  private static Moment moment(int number) {
    return number % 2 == 0 ? Moment.BEFORE_OPENING : Moment.BEFORE_FIRST_TOUCH;
  }
}
