package goku.ingest.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.HeapBudget;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LargeDatapointTest {
  private static final String SMALL = "{\"metric\":\"m\",\"timestamp\":1,\"value\":2}";
  private static final String SMALL_POINT = "m @1000 2.0";

  private final JsonReader reader = new JsonReader(SeriesNameRules.generous(3, 20, 100));
  private final Collected found = new Collected();

  private static String ofLength(int length) {
    String begin = "{\"metric\":\"m\",\"timestamp\":1,\"value\":3,\"comment\":\"";
    return begin + "x".repeat(length - begin.length() - 2) + "\"}";
  }

  private static String withTags(int length) {
    return "{\"metric\":\"m\",\"timestamp\":1,\"value\":2,\"tags\":{\"a\":\"%s\"}}"
        .formatted("x".repeat(length));
  }

  private void read(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    reader.readAll(bytes, 0, bytes.length, found);
  }

  @Test
  void oneAboveTheLimitIsRejectedWithoutItsNeighbours() {
    String large = ofLength(JsonReader.MOST_DATAPOINT_BYTES + 1);
    read("[" + SMALL + "," + large + "," + SMALL + "]");
    assertThat(found.points).containsExactly(SMALL_POINT, SMALL_POINT);
    assertThat(found.rejections)
        .containsExactly(
            new Rejection(
                Reason.DATAPOINT_TOO_LONG,
                "A datapoint of 1048577 bytes of JSON, maximum allowed: 1048576"));
    assertThat(found.sources).containsExactly(large);
  }

  @Test
  void oneAtTheLimitIsTaken() {
    read(ofLength(JsonReader.MOST_DATAPOINT_BYTES));
    assertThat(found.points).containsExactly("m @1000 3.0");
  }

  @ParameterizedTest
  @ValueSource(ints = {1_000, 70_000, 1_000_000})
  void longTagsDoNotDisturbTheNextDatapoint(int length) {
    read(withTags(length) + SMALL + withTags(2));
    assertThat(found.reasons()).containsExactly(Reason.TAG_TOO_LONG);
    assertThat(found.points).containsExactly(SMALL_POINT, "m a=xx @1000 2.0");
  }

  @Test
  void theMemoryOfALargeOneIsChargedWhileItIsRead() throws Exception {
    var enough = new HeapBudget(8 * 200_000);
    try (Account account = enough.open("client")) {
      account.call(
          () -> {
            read(ofLength(200_000));
            return null;
          });
      assertThat(found.points).hasSize(1);
      assertThat(account.bytes()).isZero();
    }
    try (Account account = new HeapBudget(8 * 200_000 - 1).open("client")) {
      assertThatThrownBy(
              () ->
                  account.call(
                      () -> {
                        read(ofLength(200_000));
                        return null;
                      }))
          .isInstanceOf(BudgetExceededException.class);
    }
  }

  @Test
  void noReaderKeepsATextThatItHasRead() {
    for (String text : List.of(SMALL, withTags(3), ofLength(1_000), "{", "7")) {
      WeakReference<byte[]> bytes = readOnce(text);
      await()
          .until(
              () -> {
                System.gc();
                return bytes.get() == null;
              });
    }
    assertThat(found.points).hasSize(3);
  }

  private WeakReference<byte[]> readOnce(String text) {
    byte[] bytes = text.getBytes(UTF_8);
    reader.readAll(bytes, 0, bytes.length, found);
    return new WeakReference<>(bytes);
  }
}
