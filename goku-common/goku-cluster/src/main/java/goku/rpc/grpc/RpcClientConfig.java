package goku.rpc.grpc;

import goku.config.Key;
import java.time.Duration;

/// How nodes are called.
public record RpcClientConfig(
    @Key(
            value = "keep-alive",
            doc = "how long a connection may be silent until the node is asked whether it is there",
            byDefault = "10s",
            min = 10_000)
        Duration keepAlive,
    @Key(
            value = "call-timeout",
            doc = "how long a search for names or last datapoints may take on a node",
            byDefault = "30s",
            min = 1)
        Duration callTimeout,
    @Key(
            value = "health-timeout",
            doc = "how long a node may take to say how its shards are",
            byDefault = "1s",
            min = 1)
        Duration healthTimeout,
    @Key(value = "", doc = "TLS") RpcTls tls) {}
