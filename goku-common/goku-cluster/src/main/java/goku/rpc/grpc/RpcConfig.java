package goku.rpc.grpc;

import goku.config.Key;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/// The address at which a node accepts calls from roots. By default only roots on this machine can
/// call the node: without TLS the port needs no credentials, and it deletes datapoints.
///
/// @param bind the address to listen on
/// @param advertise the host at which roots reach the node; certificates must name it
public record RpcConfig(
    @Key(value = "bind", doc = "address to listen on", byDefault = "127.0.0.1", min = 1)
        String bind,
    @Key(
            value = "port",
            doc = "port for calls from roots; 0 picks a free one",
            byDefault = "4250",
            min = 0,
            max = 65_535)
        int port,
    @Key(
            value = "advertise",
            doc =
                "host name or address at which roots reach this node; empty: bind if that is a"
                    + " loopback address, otherwise the host name")
        String advertise,
    @Key(value = "", doc = "TLS") RpcTls tls) {
  public RpcConfig {
    if (advertise.isEmpty()) {
      advertise = isLoopback(bind) ? bind : hostName();
    }
  }

  private static boolean isLoopback(String bind) {
    InetSocketAddress address = new InetSocketAddress(bind, 0);
    return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }
}
