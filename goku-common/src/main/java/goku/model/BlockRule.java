package goku.model;

/// Metrics that are not to be stored (section 9 of the paper): the one with this name, or all whose
/// names begin with it.
public record BlockRule(String metric, boolean isPrefix) {}
