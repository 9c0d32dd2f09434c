package goku.http.line;

import goku.budget.Account;
import goku.budget.BudgetExceededException;
import goku.http.LineHandler;
import goku.http.line.ChunkQueue.Next;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The worker that passes queued bytes to the handler, line by line. One thread at a time runs it.
/// The lock of the queue hands its fields over to the next one.
final class LineWorker implements LineSplitter.Lines {
  private static final Logger LOG = LoggerFactory.getLogger(LineWorker.class);

  private final LineHandler handler;
  private final int maxLine;
  private final Linger linger;
  private final ChannelReplies replies;
  private final LineMetrics metrics;
  private final Presence presence;
  private final Account account;
  private final String remote;
  private final LineSplitter splitter;
  private boolean busy;

  /// True once the first line was handled, also a line over the limit.
  private volatile boolean begun;

  LineWorker(
      LineHandler handler,
      int maxLine,
      Linger linger,
      ChannelReplies replies,
      LineMetrics metrics,
      Presence presence,
      Account account,
      String remote) {
    this.handler = handler;
    this.maxLine = maxLine;
    this.linger = linger;
    this.replies = replies;
    this.metrics = metrics;
    this.presence = presence;
    this.account = account;
    this.remote = remote;
    this.splitter = new LineSplitter(maxLine, this, account);
  }

  void run(ChunkQueue queue) {
    account.call(
        () -> {
          work(queue);
          return true;
        });
  }

  private void work(ChunkQueue queue) {
    try {
      Next next = Next.MORE;
      while (next == Next.MORE) {
        gather(queue);
        linger.rest();
        handler.rest(queue.holdsMore(), replies);
        replies.flush();
        next = queue.next();
      }
      if (next == Next.END && splitter.unfinished()) {
        metrics.unfinished();
        replies.reply(
            "error: the connection ended within a line, which is not stored: end each line with a"
                + " line feed");
      }
      if (next == Next.END || replies.closed()) {
        replies.hangUp();
      }
    } catch (BudgetExceededException e) {
      presence.overBudget();
      queue.abandon(); // before a reply that may wait for its client
      replies.reply("error: " + e.getMessage());
      replies.hangUp();
    } catch (Throwable e) { // of any kind: later lines must not count as stored
      LOG.error("line handler failed, closing the connection remote={}", remote, e);
      queue.abandon();
      replies.hangUp();
    }
  }

  /// Takes chunks for as long as lines may linger, but at least one.
  private void gather(ChunkQueue queue) throws InterruptedException {
    byte[] chunk;
    do {
      chunk = queue.poll(linger.leftNanos());
      if (chunk != null && !replies.closed()) {
        splitter.feed(chunk);
      }
      replies.flush();
    } while (chunk != null && !replies.closed() && linger.leftNanos() > 0);
  }

  /// Returns whether the first line has arrived.
  boolean begun() {
    return begun;
  }

  /// A line makes the connection busy, but a part of a line does not: a client that sends a byte
  /// now and then stays the first to be closed for others.
  private void takeLine() {
    begun = true;
    if (!busy) {
      busy = true;
      presence.busy();
    }
  }

  /// Called by the queue before another worker may start.
  void rested() {
    if (busy) {
      busy = false;
      presence.idle();
    }
  }

  @Override
  public void line(byte[] bytes, int offset, int length) {
    if (!replies.closed()) {
      takeLine();
      handler.line(bytes, offset, length, replies);
    }
  }

  @Override
  public void tooLong() {
    if (replies.closed()) {
      return;
    }
    takeLine();
    metrics.tooLong();
    handler.tooLong(maxLine, replies);
  }
}
