package goku.http.line;

import goku.http.LineHandler;
import goku.http.line.ChunkQueue.Next;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes queued bytes to the handler, line by line. One thread at a time runs it; the lock of the
/// queue hands its fields from one to the next.
final class LineWorker implements LineSplitter.Lines {
  private static final Logger LOG = LoggerFactory.getLogger(LineWorker.class);

  private final LineHandler handler;
  private final int maxLine;
  private final Linger linger;
  private final ChannelReplies replies;
  private final LineMetrics metrics;
  private final String remote;
  private final LineSplitter splitter;

  LineWorker(
      LineHandler handler,
      int maxLine,
      Linger linger,
      ChannelReplies replies,
      LineMetrics metrics,
      String remote) {
    this.handler = handler;
    this.maxLine = maxLine;
    this.linger = linger;
    this.replies = replies;
    this.metrics = metrics;
    this.remote = remote;
    this.splitter = new LineSplitter(maxLine, this);
  }

  void run(ChunkQueue queue) {
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
      }
      if (next == Next.END || replies.closed()) {
        replies.hangUp();
      }
    } catch (Throwable e) { // whatever it was, the lines after it must not be taken as stored
      LOG.error("lines of {} failed: closing the connection", remote, e);
      replies.hangUp();
    }
  }

  /// Takes what comes for as long as lines may linger, and one chunk in any case.
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

  @Override
  public void line(byte[] bytes, int offset, int length) {
    if (!replies.closed()) {
      handler.line(bytes, offset, length, replies);
    }
  }

  @Override
  public void tooLong() {
    metrics.tooLong();
    handler.tooLong(maxLine, replies);
  }
}
