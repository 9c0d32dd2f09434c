package goku.http.request;

import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.HeapBudget;
import goku.config.ConfigLoader;
import goku.http.HttpError;
import goku.http.HttpLimits;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RequestBodyTest {
  private static final int PART = 2 << 20;

  @Test
  void theCopyOfABodyIsHeldBesideItWhileItGrows() {
    var budget = new HeapBudget(4 * PART);
    try (Account account = budget.open("client")) {
      RequestBody body = body(account);
      body.add(Unpooled.wrappedBuffer(new byte[PART]));
      body.add(Unpooled.wrappedBuffer(new byte[PART]));
      assertThat(budget.heldBytes()).isEqualTo(2 * PART);
    }
  }

  @Test
  void aBodyThatCannotBeCopiedExceedsTheBudget() {
    var budget = new HeapBudget(3 * PART - 1);
    try (Account account = budget.open("client")) {
      RequestBody body = body(account);
      body.add(Unpooled.wrappedBuffer(new byte[PART]));
      assertThatThrownBy(() -> body.add(Unpooled.wrappedBuffer(new byte[PART])))
          .isInstanceOf(BudgetExceededException.class);
    }
  }

  @Test
  void onlyTheUnzippedBodyIsHeldInTheEnd() throws IOException {
    var budget = new HeapBudget(10 * PART);
    try (Account account = budget.open("client")) {
      RequestBody body = body(account);
      body.add(Unpooled.wrappedBuffer(zipped(PART)));
      assertThat(body.decoded("gzip")).hasSize(PART);
      assertThat(budget.heldBytes()).isEqualTo(PART);
    }
  }

  @Test
  void aBodyIsUnzippedIntoTheLengthThatGzipStates() throws IOException {
    byte[] zipped = zipped(PART);
    var budget = new HeapBudget(zipped.length + PART);
    try (Account account = budget.open("client")) {
      RequestBody body = body(account);
      body.add(Unpooled.wrappedBuffer(zipped));
      assertThat(body.decoded("gzip")).hasSize(PART);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, PART - 1, PART + 1})
  void theStatedLengthIsThatOfTheLastPart(int last) throws IOException {
    byte[] second = zipped(last);
    byte[] both = Arrays.copyOf(zipped(PART), zipped(PART).length + second.length);
    System.arraycopy(second, 0, both, both.length - second.length, second.length);
    try (Account account = new HeapBudget(10 * PART).open("client")) {
      RequestBody body = body(account);
      body.add(Unpooled.wrappedBuffer(both));
      assertThat(body.decoded("gzip")).hasSize(PART + last);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MAX_VALUE, -1, PART - 1, 64 << 20})
  void aWrongLengthIsRefused(int stated) throws IOException {
    byte[] zipped = zipped(PART);
    ByteBuffer.wrap(zipped).order(LITTLE_ENDIAN).putInt(zipped.length - Integer.BYTES, stated);
    try (Account account = new HeapBudget(10 * PART).open("client")) {
      RequestBody body = body(account);
      body.add(Unpooled.wrappedBuffer(zipped));
      assertThatThrownBy(() -> body.decoded("gzip"))
          .isInstanceOfSatisfying(HttpError.class, e -> assertThat(e.status()).isEqualTo(400));
    }
  }

  private static RequestBody body(Account account) {
    return new RequestBody(-1, ConfigLoader.defaults(HttpLimits.class), account);
  }

  private static byte[] zipped(int length) throws IOException {
    var zipped = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(zipped)) {
      out.write(new byte[length]);
    }
    return zipped.toByteArray();
  }
}
