/// What the documentation, the dashboards and the alert rules say of metrics, against the product.
@NullMarked
package goku.integration.monitoring;

import org.jspecify.annotations.NullMarked;
