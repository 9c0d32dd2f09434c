/// The agent that emits the metrics of the machine it runs on (section 2 of the paper: every host
/// runs one that pushes to Kafka).
///
/// | Metric | Tags | Unit |
/// |---|---|---|
/// | `host.cpu.time` | `core`, `mode` | counter of milliseconds |
/// | `host.cpu.load` | `core` | busy fraction since the reading before |
/// | `host.mem.bytes`, `host.swap.bytes` | `kind` | bytes |
/// | `host.swap.pages` | `direction` | counter of pages |
/// | `host.disk.ops`, `host.disk.bytes` | `device`, `direction` | counter |
/// | `host.disk.time` | `device` | counter of milliseconds |
/// | `host.net.bytes`, `.packets`, `.errors`, `.drops` | `iface`, `direction` | counter |
/// | `host.fs.bytes` | `mount`, `kind` | bytes |
/// | `host.load` | `period` | load average |
/// | `host.processes`, `host.threads` | | number |
/// | `host.uptime` | | seconds |
/// | `jvm.heap.bytes`, `jvm.nonheap.bytes` | `kind` | bytes |
/// | `jvm.buffers.bytes` | `pool` | bytes |
/// | `jvm.gc.count`, `jvm.gc.time` | `gc` | counter, of milliseconds |
/// | `jvm.threads` | | number |
/// | `jvm.cpu.time` | | counter of milliseconds |
/// | `jvm.uptime` | | seconds |
///
/// All carry `host` and the tags of the configuration.
@NullMarked
package goku.standalone.agent;

import org.jspecify.annotations.NullMarked;
