/// Tests of the metrics in documentation, dashboards and alert rules against the product.
@NullMarked
package goku.integration.monitoring;

import org.jspecify.annotations.NullMarked;
