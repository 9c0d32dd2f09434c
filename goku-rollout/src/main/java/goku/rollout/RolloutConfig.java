package goku.rollout;

import goku.config.Key;
import java.nio.file.Path;
import java.time.Duration;

/// The configuration of rollouts.
public record RolloutConfig(
    @Key(
            value = "enabled",
            doc =
                "the leading controller restarts the outdated pods of GokuS and GokuL on"
                    + " Kubernetes; their StatefulSets need the strategy OnDelete",
            byDefault = "false")
        boolean enabled,
    @Key(
            value = "selector",
            doc =
                "Kubernetes labels of the StatefulSets and pods, as name=value separated by commas",
            byDefault = "app.kubernetes.io/name=goku")
        String selector,
    @Key(
            value = "api",
            doc = "URL of the Kubernetes API",
            byDefault = "https://kubernetes.default.svc")
        String api,
    @Key(
            value = "service-account",
            doc = "directory with the files token, ca.crt and namespace of a service account",
            byDefault = "/var/run/secrets/kubernetes.io/serviceaccount")
        Path serviceAccount,
    @Key(value = "interval", doc = "time between looks at the pods", byDefault = "5s", min = 100)
        Duration interval) {}
