package goku.root;

import goku.config.Key;
import goku.root.admission.AdmissionConfig;
import goku.root.routing.RoutingConfig;
import java.time.Duration;

/// The settings of the query root.
///
/// @param skipUnresolved how unknown names are answered
/// @param strict leaves out what we take or answer more kindly than OpenTSDB
/// @param grafanaGaps how datapoints without a value are answered to Grafana
public record RootConfig(
    @Key(
            value = "query-timeout",
            doc = "time after which a query is given up",
            byDefault = "60s",
            min = 1)
        Duration queryTimeout,
    @Key(
            value = "max-series",
            doc = "series that one sub query may read",
            byDefault = "1000000",
            min = 1)
        long maxSeries,
    @Key(
            value = "max-datapoints",
            doc = "stored datapoints that one sub query may read",
            byDefault = "200000000",
            min = 1)
        long maxDatapoints,
    @Key(
            value = "max-annotations",
            doc = "annotations that are kept; beyond it, new ones are refused",
            byDefault = "100000",
            min = 1)
        int maxAnnotations,
    @Key(
            value = "skip-unresolved",
            doc =
                "answer queries and lookups for unknown metrics, tag keys and tag values with an"
                    + " empty result instead of an error",
            byDefault = "false")
        boolean skipUnresolved,
    @Key(
            value = "allow-delete",
            doc = "whether queries may delete the datapoints that they find",
            byDefault = "false")
        boolean allowDelete,
    @Key(
            value = "strict",
            doc =
                "refuse and answer as OpenTSDB does where we are otherwise more lenient, see"
                    + " docs/opentsdb-compatibility.md",
            byDefault = "false")
        boolean strict,
    @Key(
            value = "partial-answers",
            doc =
                "answer from the shards that are served when others are not, and mark the answer;"
                    + " never when strict",
            byDefault = "true")
        boolean partialAnswers,
    @Key(
            value = "grafana-gaps",
            doc =
                "write datapoints without a value as null for Grafana's browser client and leave"
                    + " them out for its Go client; never when strict",
            byDefault = "true")
        boolean grafanaGaps,
    @Key(
            value = "page-datapoints",
            doc =
                "about how many stored datapoints a page has of an answer that is asked for page by"
                    + " page",
            byDefault = "1000000",
            min = 1)
        long pageDatapoints,
    @Key(
            value = "slow-query-threshold",
            doc =
                "queries that take at least so long, from their arrival until their answer is"
                    + " written, are logged",
            byDefault = "10s",
            min = 0)
        Duration slowQueryThreshold,
    @Key(value = "routing", doc = "which replicas are asked") RoutingConfig routing,
    @Key(value = "", doc = "how many queries are let in") AdmissionConfig admission) {
  /// These settings, made strict if `more` says so.
  public RootConfig strictIf(boolean more) {
    return new RootConfig(
        queryTimeout,
        maxSeries,
        maxDatapoints,
        maxAnnotations,
        skipUnresolved,
        allowDelete,
        strict || more,
        partialAnswers,
        grafanaGaps,
        pageDatapoints,
        slowQueryThreshold,
        routing,
        admission);
  }
}
