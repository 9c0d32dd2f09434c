package goku.root.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.root.compacted.table.ChangeRefusedException;
import goku.root.compacted.table.ChangeRefusedException.Reason;
import goku.root.compacted.table.TableWriter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class AnnotationWriterTest {
  private static final AnnotationKey KEY = new AnnotationKey("AB", 100);

  private final LoopedTopic topic = LoopedTopic.readyFor(3);

  @Test
  void aChangeKeepsOmittedFields() throws Exception {
    save(new AnnotationChange(KEY, 200L, "release", "of 42", Map.of("who", "me")));
    assertThat(save(new AnnotationChange(KEY, null, null, "of 43", null)))
        .containsExactly(new Annotation(KEY, 200, "release", "of 43", Map.of("who", "me")));
  }

  @Test
  void aReplacementClearsOmittedFields() throws Exception {
    save(new AnnotationChange(KEY, 200L, "release", "of 42", Map.of("who", "me")));
    var replaced = new Annotation(KEY, 0, "", "of 43", Map.of());
    var change = new AnnotationChange(KEY, null, null, "of 43", null);
    assertThat(topic.writer().save(List.of(change), true)).containsExactly(replaced);
    assertThat(topic.table().get(KEY)).contains(replaced);
  }

  @Test
  void anEmptyTextAndATimeOfZeroCountAsOmitted() {
    assertThat(new AnnotationChange(KEY, 0L, "", "", null).isEmpty()).isTrue();
    assertThat(new AnnotationChange(KEY, 0L, "", "", Map.of()).isEmpty()).isFalse();
  }

  @Test
  void anUnchangedAnnotationIsAnsweredButNotWritten() throws Exception {
    save(note(100));
    assertThat(save(note(100))).hasSize(1);
    assertThat(topic.sent()).hasSize(1);
  }

  @Test
  void changesOfOneAnnotationInOneRequestBuildOnEachOther() throws Exception {
    assertThat(
            save(
                new AnnotationChange(KEY, null, "release", null, null),
                new AnnotationChange(KEY, null, null, "of 42", null)))
        .containsExactly(new Annotation(KEY, 0, "release", "of 42", Map.of()));
  }

  @Test
  void aDeletedAnnotationIsGone() throws Exception {
    save(note(100));
    topic.writer().delete(List.of(KEY));
    assertThat(topic.table().get(KEY)).isEmpty();
    assertThat(topic.table().size()).isZero();
  }

  @Test
  void annotationsAtTheLimitCanStillBeChanged() throws Exception {
    save(note(100), note(101), note(102));
    refused(Reason.FULL, () -> save(note(103))).hasMessageContaining("max-annotations");
    refused(Reason.FULL, () -> save(new AnnotationChange(KEY, 1L, "x", "", null), note(103)));
    assertThat(topic.sent()).hasSize(3);
    assertThat(save(new AnnotationChange(KEY, null, "changed", null, null))).hasSize(1);
    topic.writer().delete(List.of(KEY));
    assertThat(save(note(103))).hasSize(1);
  }

  @Test
  void annotationsAreLimitedInBytes() throws Exception {
    var small = LoopedTopic.readyFor(1000, 20_000);
    String text = "x".repeat(15_000);
    small.writer().save(List.of(new AnnotationChange(KEY, null, text, null, null)), false);
    refused(
            Reason.FULL,
            () ->
                small
                    .writer()
                    .save(
                        List.of(
                            new AnnotationChange(
                                new AnnotationKey("AB", 7), null, text, null, null)),
                        false))
        .hasMessageContaining("the limit is 20000 bytes of memory");
    assertThat(small.sent()).hasSize(1);
    small.writer().save(List.of(new AnnotationChange(KEY, null, "short", null, null)), false);
    small.writer().save(List.of(note(7)), false);
    small.writer().delete(List.of(KEY, new AnnotationKey("AB", 7)));
    assertThat(small.table().held().bytes()).isZero();
  }

  @Test
  void aKeyThatNoAnnotationCanHaveIsNotDeleted() throws Exception {
    topic.writer().delete(List.of(new AnnotationKey("A".repeat(20_000), 1)));
    assertThat(topic.sent()).isEmpty();
  }

  @Test
  void aTooLongAnnotationRejectsItsWholeRequest() {
    int rest = AnnotationSerde.serializeValue(new Annotation(KEY, 0, "", "", Map.of())).length;
    String fits = "x".repeat(TableWriter.MAX_BYTES - rest);
    refused(
            Reason.TOO_LONG,
            () -> save(note(101), new AnnotationChange(KEY, null, fits + "x", null, null)))
        .hasMessageContaining("16385 bytes");
    assertThat(topic.sent()).isEmpty();
    assertThat(fits).satisfies(text -> save(new AnnotationChange(KEY, null, text, null, null)));
  }

  @Test
  void changesAreRejectedUntilAllAnnotationsAreRead() {
    var unread = new LoopedTopic(3);
    refused(Reason.UNAVAILABLE, () -> unread.writer().save(List.of(note(100)), false))
        .hasMessageContaining("still being read");
    assertThat(unread.sent()).isEmpty();
  }

  @Test
  void aChangeThatIsNotReadBackFails() {
    topic.stopReading();
    refused(Reason.UNAVAILABLE, () -> save(note(100)))
        .hasMessageContaining("not read the change back");
  }

  @Test
  void anUnacknowledgedChangeFails() {
    var deaf = new LoopedTopic(3, false);
    deaf.poll();
    refused(Reason.UNAVAILABLE, () -> deaf.writer().save(List.of(note(100)), false))
        .hasMessageContaining("did not acknowledge");
  }

  private Collection<Annotation> save(AnnotationChange... changes) throws Exception {
    return topic.writer().save(List.of(changes), false);
  }

  private static AnnotationChange note(long startSeconds) {
    return new AnnotationChange(new AnnotationKey("AB", startSeconds), null, "note", null, null);
  }

  private static AbstractThrowableAssert<?, ? extends Throwable> refused(
      Reason reason, ThrowingCallable call) {
    return assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ChangeRefusedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }
}
