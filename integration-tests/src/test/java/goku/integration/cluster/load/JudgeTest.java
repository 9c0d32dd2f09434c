package goku.integration.cluster.load;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class JudgeTest {
  private static final KnownSeries SERIES = new KnownSeries("m", 7, 1_800_000_000_000L, 500, 20);
  private static final Question RAW = new Question(SERIES, Shape.RAW, 3, 20, 60);

  @TestFactory
  Stream<DynamicTest> theExpectedAnswerIsRight() {
    return each(
        (question, answer) ->
            assertThat(kind(question, false, answer)).isEqualTo(Verdict.Kind.RIGHT));
  }

  @TestFactory
  Stream<DynamicTest> anAnswerThatLacksADatapointIsWrongUnlessItIsMarked() {
    return each(
        (question, answer) -> {
          ObjectNode points = (ObjectNode) answer.get(0).get("dps");
          points.remove(points.fieldNames().next());
          assertThat(kind(question, false, answer)).isEqualTo(Verdict.Kind.WRONG);
          assertThat(kind(question, true, answer)).isEqualTo(Verdict.Kind.MARKED);
        });
  }

  @TestFactory
  Stream<DynamicTest> anAnswerThatLacksASeriesIsWrong() {
    return each(
        (question, answer) -> {
          answer.remove(0);
          assertThat(kind(question, false, answer)).isEqualTo(Verdict.Kind.WRONG);
        });
  }

  @TestFactory
  Stream<DynamicTest> aValueThatIsOffByAHalfIsWrong() {
    return each(
        (question, answer) -> {
          ObjectNode points = (ObjectNode) answer.get(0).get("dps");
          String time = points.fieldNames().next();
          points.put(time, points.get(time).asDouble() + 0.5);
          assertThat(kind(question, false, answer)).isEqualTo(Verdict.Kind.WRONG);
        });
  }

  @Test
  void aMarkedAnswerWithAValueThatNobodyWroteIsWrong() {
    ArrayNode answer = answerTo(RAW);
    ((ObjectNode) answer.get(0).get("dps")).put("" + SERIES.time(25), 0.25);
    assertThat(kind(RAW, true, answer)).isEqualTo(Verdict.Kind.WRONG);
  }

  @Test
  void anErrorIsAFailureAndWhatCannotBeReadIsWrong() {
    assertThat(Judge.of(RAW, 503, false, "{}").kind()).isEqualTo(Verdict.Kind.FAILED);
    assertThat(Judge.of(RAW, 0, false, "no connection").kind()).isEqualTo(Verdict.Kind.FAILED);
    assertThat(Judge.of(RAW, 200, false, "[{\"met").kind()).isEqualTo(Verdict.Kind.WRONG);
  }

  private interface Check {
    void of(Question question, ArrayNode answer);
  }

  private static Stream<DynamicTest> each(Check check) {
    return Stream.of(Shape.values())
        .map(shape -> new Question(SERIES, shape, 3, 20, 60))
        .map(
            question ->
                DynamicTest.dynamicTest(
                    question.shape().name(), () -> check.of(question, answerTo(question))));
  }

  private static Verdict.Kind kind(Question question, boolean marked, ArrayNode answer) {
    return Judge.of(question, 200, marked, answer.toString()).kind();
  }

  private static ArrayNode answerTo(Question question) {
    ArrayNode answer = new JsonMapper().createArrayNode();
    question
        .expected()
        .forEach(
            (tags, points) -> {
              ObjectNode series = answer.addObject().put("metric", "m");
              ObjectNode names = series.putObject("tags");
              tags.forEach(names::put);
              ObjectNode values = series.putObject("dps");
              points.forEach((time, value) -> values.put(Long.toString(time), value));
            });
    return answer;
  }
}
