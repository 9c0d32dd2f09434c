/// A deterministic simulation of the life of datapoints: the code of the services over a log, S3,
/// disks and clocks in memory, in one thread, from one seed. See docs/simulation.md.
///
/// ```
/// SimulationTest       schedules in numbers, and the scenarios of known faults
/// Simulation           one schedule: steps and faults drawn from a seed, and the checks after each
/// World                the log, S3, the namespace and the time, which all replicas share
/// Replica              a shard of GokuS on a node with a disk and a clock of its own
/// Reference            the acknowledged datapoints, and the states through which each went
/// ReplicaCheck         the comparison of a replica with the reference
/// Fault                the kinds of faults
/// FlippedBytesTest     one flipped byte of each kind of file and object
/// FlipSimulation       the life of a shard in which a byte flips
/// Simulated...         log, S3, executors and the death of a process
/// ```
@NullMarked
package goku.simulation;

import org.jspecify.annotations.NullMarked;
