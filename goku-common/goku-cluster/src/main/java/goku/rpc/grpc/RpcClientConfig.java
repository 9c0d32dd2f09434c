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
            doc = "time limit of a search for names or last datapoints on a node",
            byDefault = "30s",
            min = 1)
        Duration callTimeout,
    @Key(
            value = "health-timeout",
            doc = "time limit of a request for the health of a node's shards",
            byDefault = "1s",
            min = 1)
        Duration healthTimeout,
    @Key(value = "", doc = "TLS") RpcTls tls) {}
