package goku.rpc.grpc;

import goku.config.Key;
import java.time.Duration;

/// The configuration of calls to nodes.
public record RpcClientConfig(
    @Key(
            value = "keep-alive",
            doc = "silence of a connection after which the root pings the node",
            byDefault = "10s",
            min = 10_000)
        Duration keepAlive,
    @Key(
            value = "call-timeout",
            doc =
                "time limit of a call that is not a query: of searches for names and last"
                    + " datapoints, and of health polls, which the controller ends earlier",
            byDefault = "30s",
            min = 1)
        Duration callTimeout,
    @Key(value = "", doc = "TLS") RpcTls tls) {}
