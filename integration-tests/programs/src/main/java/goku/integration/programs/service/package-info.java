/// Services with libraries that send their metrics to OpenTSDB. They run in processes of their own,
/// without Goku on their class path.
@NullMarked
package goku.integration.programs.service;

import org.jspecify.annotations.NullMarked;
