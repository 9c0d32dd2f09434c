package goku.rpc.grpc;

import goku.config.Key;
import java.net.InetAddress;
import java.net.UnknownHostException;

/// Where a node serves calls of roots.
///
/// @param advertise the host that roots reach it by; certificates must name it
public record RpcConfig(
    @Key(value = "bind", doc = "address to listen on", byDefault = "0.0.0.0") String bind,
    @Key(
            value = "port",
            doc = "port for calls of roots; 0 picks a free one",
            byDefault = "4250",
            min = 0,
            max = 65_535)
        int port,
    @Key(
            value = "advertise",
            doc = "host name or address that roots reach this node by; empty: the name of the host")
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
