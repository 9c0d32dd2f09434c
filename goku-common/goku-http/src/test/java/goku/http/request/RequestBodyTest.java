package goku.http.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.budget.HeapBudget;
import goku.config.ConfigLoader;
import goku.http.HttpLimits;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

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
