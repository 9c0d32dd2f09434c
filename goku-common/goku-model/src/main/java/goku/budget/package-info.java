/// The heap that clients make a process hold: one budget, in which each request is an account of
/// its owner.
///
/// | class | subject |
/// | --- | --- |
/// | `HeapBudget` | the limits, the owners, and the choice of the request to abort |
/// | `Account` | the bytes of one request or connection |
/// | `Kind` | the purpose of bytes |
/// | `BudgetExceededException` | a refusal, which is final for the request or can be retried |
@NullMarked
package goku.budget;

import org.jspecify.annotations.NullMarked;
