package goku.root;

import goku.config.Key;
import goku.root.admission.AdmissionConfig;
import goku.root.routing.RoutingConfig;
import goku.root.search.CorrelateConfig;
import java.time.Duration;

/// The settings of the query root.
///
/// @param skipUnresolved whether unknown names give an empty result instead of an error
/// @param strict whether to reject what OpenTSDB rejects and to disable Goku's extensions
/// @param grafanaGaps whether datapoints without a value are written the way Grafana expects
public record RootConfig(
    @Key(
            value = "query-timeout",
            doc = "time after which a query is aborted",
            byDefault = "60s",
            min = 1)
        Duration queryTimeout,
    @Key(
            value = "max-series",
            doc = "largest number of series that the sub queries of a request may read",
            byDefault = "1000000",
            min = 1)
        long maxSeries,
    @Key(
            value = "max-datapoints",
            doc = "largest number of stored datapoints that the sub queries of a request may read",
            byDefault = "200000000",
            min = 1)
        long maxDatapoints,
    @Key(
            value = "max-sub-queries",
            doc = "largest number of sub queries of a request",
            byDefault = "1000",
            min = 1)
        int maxSubQueries,
    @Key(
            value = "max-annotations",
            doc = "largest number of annotations; further ones are rejected",
            byDefault = "100000",
            min = 1)
        int maxAnnotations,
    @Key(
            value = "skip-unresolved",
            doc =
                "answer queries and lookups for unknown metrics, tag keys and tag values with an"
                    + " empty result instead of an error; ignored when strict",
            byDefault = "true")
        boolean skipUnresolved,
    @Key(
            value = "allow-delete",
            doc = "allow queries to delete the datapoints that they match",
            byDefault = "false")
        boolean allowDelete,
    @Key(
            value = "strict",
            doc =
                "reject what OpenTSDB rejects, and disable Goku's extensions; see"
                    + " docs/opentsdb-compatibility.md",
            byDefault = "false")
        boolean strict,
    @Key(
            value = "partial-answers",
            doc =
                "answer from the served shards when others are unavailable, and mark the answer as"
                    + " partial; ignored when strict",
            byDefault = "true")
        boolean partialAnswers,
    @Key(
            value = "grafana-gaps",
            doc =
                "write datapoints without a value as null for Grafana's browser client and omit"
                    + " them for its Go client; ignored when strict",
            byDefault = "true")
        boolean grafanaGaps,
    @Key(
            value = "page-datapoints",
            doc =
                "approximate number of stored datapoints per page of an answer that is requested in"
                    + " pages",
            byDefault = "1000000",
            min = 1)
        long pageDatapoints,
    @Key(
            value = "slow-query-threshold",
            doc =
                "queries that take at least this long, from arrival until the answer is written,"
                    + " are logged",
            byDefault = "10s",
            min = 0)
        Duration slowQueryThreshold,
    @Key(value = "correlate", doc = "limits of correlation searches") CorrelateConfig correlate,
    @Key(value = "routing", doc = "choice of replicas") RoutingConfig routing,
    @Key(value = "", doc = "admission of queries") AdmissionConfig admission) {
  /// Returns these settings, with `strict` set if `more` is true.
  public RootConfig strictIf(boolean more) {
    return new RootConfig(
        queryTimeout,
        maxSeries,
        maxDatapoints,
        maxSubQueries,
        maxAnnotations,
        skipUnresolved,
        allowDelete,
        strict || more,
        partialAnswers,
        grafanaGaps,
        pageDatapoints,
        slowQueryThreshold,
        correlate,
        routing,
        admission);
  }
}
