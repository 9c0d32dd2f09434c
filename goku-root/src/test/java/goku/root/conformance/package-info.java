/// Replays cases recorded from OpenTSDB 2.4.1 against the real handlers. The cases, their data set
/// and the comparison are those of the corpus in `src/test/resources/conformance`.
package goku.root.conformance;
