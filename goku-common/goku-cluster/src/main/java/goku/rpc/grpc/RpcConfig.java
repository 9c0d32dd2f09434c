package goku.rpc.grpc;

import goku.config.Key;
import java.net.InetAddress;
import java.net.UnknownHostException;

/// The address at which a node accepts calls from roots.
///
/// @param advertise the host at which roots reach the node; certificates must name it
public record RpcConfig(
    @Key(value = "bind", doc = "address to listen on", byDefault = "0.0.0.0") String bind,
    @Key(
            value = "port",
            doc = "port for calls from roots; 0 picks a free one",
            byDefault = "4250",
            min = 0,
            max = 65_535)
        int port,
    @Key(
            value = "advertise",
            doc = "host name or address at which roots reach this node; empty: the host name")
        String advertise,
    @Key(value = "", doc = "TLS") RpcTls tls) {
  public RpcConfig {
    if (advertise.isEmpty()) {
      advertise = hostName();
    }
  }

  private static String hostName() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException nameless) {
      return "localhost";
    }
  }
}
