package goku.standalone.doctor.check;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;

/// A check that a port is free.
///
/// @param key the setting, for messages
/// @param bind the address to listen on
public record PortExamination(String key, String bind, int port) implements Examination {
  private static final int CONNECT_MILLIS = 1_000;

  @Override
  public String subject() {
    return "port " + key;
  }

  @Override
  public List<Finding> examine() {
    if (port == 0) {
      return List.of(Finding.ok(subject(), "any free one"));
    }
    try (ServerSocket socket = new ServerSocket()) {
      socket.setReuseAddress(true);
      socket.bind(new InetSocketAddress(InetAddress.getByName(bind), port));
      return List.of(Finding.ok(subject(), "%s:%d is free".formatted(bind, port)));
    } catch (UnknownHostException unknown) {
      return List.of(
          Finding.fail(
              subject(),
              "%s is no address of this machine".formatted(bind),
              "set the address to listen on to one of this machine, or 0.0.0.0 for all"));
    } catch (IOException refused) {
      return List.of(occupied(refused));
    }
  }

  private Finding occupied(IOException refused) {
    if (isListenedOn()) {
      return Finding.warn(
          subject(),
          "%s:%d is in use".formatted(bind, port),
          "fine if the service runs already; else end who listens there, or choose another --"
              + key);
    }
    return Finding.fail(
        subject(),
        "%s:%d cannot be listened on: %s".formatted(bind, port, refused.getMessage()),
        "take an address of this machine, and a port from 1024 on unless you are root: --" + key);
  }

  private boolean isListenedOn() {
    try (Socket socket = new Socket()) {
      String host = InetAddress.getByName(bind).isAnyLocalAddress() ? "localhost" : bind;
      socket.connect(new InetSocketAddress(host, port), CONNECT_MILLIS);
      return true;
    } catch (IOException nobody) {
      return false;
    }
  }
}
