package goku.time;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;

/// The machine of this process. A server on the same machine shares its clock, and is no evidence.
public final class ThisMachine {
  private ThisMachine() {}

  /// Returns whether the name or address is one of this machine. An unknown name is not.
  public static boolean isHost(String host) {
    try {
      InetAddress address = InetAddress.getByName(host);
      return address.isLoopbackAddress()
          || address.isAnyLocalAddress()
          || NetworkInterface.getByInetAddress(address) != null;
    } catch (IOException unknown) {
      return false;
    }
  }
}
