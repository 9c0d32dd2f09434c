package goku.http.connection;

import io.netty.buffer.ByteBuf;

/// The options that a telnet client negotiates before its first line (RFC 854): `IAC WILL option`
/// and the like, or a sub-negotiation from `IAC SB` to `IAC SE`. Stateless.
final class TelnetNegotiation {
  private static final int IAC = 0xff;
  private static final int SB = 0xfa;
  private static final int SE = 0xf0;
  private static final int WILL = 0xfb;

  /// The longest sub-negotiation, about that of a terminal's name. More is no telnet.
  private static final int MAX_BYTES = 256;

  private TelnetNegotiation() {}

  /// Skips negotiations. Returns whether a byte of something else follows. Otherwise what follows
  /// is incomplete.
  static boolean skip(ByteBuf in) {
    while (in.isReadable() && in.getUnsignedByte(in.readerIndex()) == IAC) {
      int length = length(in);
      if (length == 0) {
        return in.readableBytes() >= MAX_BYTES;
      }
      in.skipBytes(length);
    }
    return in.isReadable();
  }

  /// Returns the length of the first negotiation, 0 while its end is missing.
  private static int length(ByteBuf in) {
    int start = in.readerIndex();
    if (in.readableBytes() < 2) {
      return 0;
    }
    int command = in.getUnsignedByte(start + 1);
    if (command != SB) {
      int length = command >= WILL && command < IAC ? 3 : 2;
      return in.readableBytes() < length ? 0 : length;
    }
    int most = start + Math.min(in.readableBytes(), MAX_BYTES);
    for (int at = start + 2; at + 1 < most; at++) {
      if (in.getUnsignedByte(at) == IAC && in.getUnsignedByte(at + 1) == SE) {
        return at + 2 - start;
      }
    }
    return 0;
  }
}
